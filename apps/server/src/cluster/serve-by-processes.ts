import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort, type Prepared } from '@goal/db';

import type { Env } from '../env.ts';
import type { Logger } from '../log.ts';
import type { Service } from '../serve.ts';
import { figure, joinFigures } from './figures.ts';
import type { Beginning, Started } from './messages.ts';
import { Place } from './place.ts';

/** A process that has served for this long is replaced at once. */
const goodRunMs = 10_000;
/** The pause before the next start of one that ended sooner. It doubles with each such end. */
const pauseMs = { first: 1000, max: 60_000 };
/** How long a process may take to end that was asked to. Its clients are cut off before. */
const stopTimeoutMs = 8000;

/**
 * Serves by several processes behind one port (docs/decisions/101-all-cores.md). Throws
 * `StartupError` when one of them ends while it starts.
 */
export async function serveByProcesses(
  { port, host, dashboardPort }: Env,
  { url, connections, count }: Pick<Prepared, 'url' | 'connections'> & { count: number },
  log: Logger,
): Promise<Service> {
  // «Any free port» is chosen here, so that a process that is replaced listens on the same one.
  const listening = port === 0 ? ((await freePort(host)) ?? 0) : port;
  const processes = new Processes({ url, connections, port: listening, dashboardPort }, count, log);
  try {
    return { ...(await processes.start()), stop: () => processes.stop() };
  } catch (error) {
    await processes.stop();
    throw error;
  }
}

/** The processes that serve. Each is replaced when it ends. */
class Processes {
  readonly #places: readonly Place[];
  #keeping: Promise<void>[] = [];
  readonly #stopping = new AbortController();
  #deaths = 0;

  constructor(
    beginning: Beginning,
    count: number,
    private readonly log: Logger,
  ) {
    this.#places = Array.from({ length: count }, () => new Place(beginning, () => this.#page()));
  }

  /** Starts the first alone, because node:cluster fails when several cannot have the port. */
  async start(): Promise<Started> {
    // Each process accepts for itself: node:cluster would keep a connection for ever that is on its
    // way to a process when that is killed.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ args: [], execArgv: [...new Set(['--enable-source-maps', ...process.execArgv])] });
    const [first, ...others] = this.#places;
    if (first === undefined) throw new Error('there is no process to start');
    const started = await first.start();
    await Promise.all(others.map((place) => place.start()));
    this.#keeping = this.#places.map((place) => this.#keep(place));
    return started;
  }

  /** Lets all finish what they do, for eight seconds at most. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const place of this.#places) place.kill('SIGTERM');
    const late = setTimeout(() => {
      for (const place of this.#places) place.kill('SIGKILL');
    }, stopTimeoutMs);
    await Promise.all([...this.#places.map(({ ended }) => ended), ...this.#keeping]);
    clearTimeout(late);
  }

  /** Replaces the process of a place each time it ends, until the stop. */
  async #keep(place: Place): Promise<void> {
    const { signal } = this.#stopping;
    for (let pause = 0; ;) {
      const [begunAt, served, died] = [performance.now(), place.isServing, place.pid];
      const end = await place.ended;
      if (signal.aborted) return;
      const isGood = performance.now() - begunAt >= goodRunMs;
      pause = isGood ? 0 : Math.min(Math.max(2 * pause, pauseMs.first), pauseMs.max);
      if (served) {
        this.#deaths += 1;
        this.log.error(
          { died, ...end, seconds: pause / 1000 },
          'a process that served has ended; another takes its place',
        );
      }
      // This wait fails only when it is called off.
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await place.start().then(
        () => this.log.info({ took: place.pid }, 'another process serves in its place'),
        ({ message }: Error) => {
          if (!signal.aborted) this.log.warn({ reason: message }, 'a process could not be started');
        },
      );
    }
  }

  /** The page of /metrics: what all of them count, and what the primary does. */
  async #page(): Promise<string> {
    const all = await Promise.all(this.#places.map((place) => place.figures()));
    const serving = this.#places.filter((place) => place.isServing).length;
    const deaths = 'Processes that ended without being asked to';
    const own = [
      figure({ name: 'goal_processes', help: 'Processes that serve', type: 'gauge' }, serving),
      figure({ name: 'goal_process_deaths_total', help: deaths, type: 'counter' }, this.#deaths),
    ];
    return await joinFigures([...all.flat(), own]).metrics();
  }
}
