import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

import { StartupError } from '@goal/db';

import type { Logger } from '../log.ts';
import { waitMs, type Beginning, type Begun, type Started } from './calls.ts';
import type { ProcessLink, SharedState } from './shared-state.ts';
import { saveConnections, wayTo } from './worker-way.ts';

/** A process that has served for this long is replaced at once. */
const goodRunMs = 10_000;
/** The pause before the next start of one that died sooner. It doubles with each such death. */
const pauseMs = { first: 1000, max: 60_000 };
/** How long a process may take to end that was asked to. Its clients are cut off before. */
const stopTimeoutMs = 8000;

type How = { code: number | null; signal: string | null; fault?: string };
/** What a process does beside serving, and the one that takes its place. */
type Place = Pick<Beginning, 'seals'>;
type Running = { worker: Worker; link: ProcessLink; begun: Promise<Begun>; ended: Promise<How> };

/** The processes that serve. Each is replaced when it dies. */
export class Processes {
  readonly #running = new Set<Running>();
  readonly #keeping: Promise<void>[] = [];
  readonly #stopping = new AbortController();

  constructor(
    private readonly beginning: Omit<Beginning, 'seals'>,
    private readonly shared: SharedState,
    private readonly log: Logger,
  ) {}

  /**
   * Starts all of them: the first one alone, because node:cluster fails when several cannot have
   * the port. Throws `StartupError` with the sentence of the first that is refused.
   */
  async start(): Promise<Started> {
    cluster.setupPrimary({
      args: [],
      execArgv: [...new Set(['--enable-source-maps', ...process.execArgv])],
    });
    const first = await this.#startOne({ seals: true });
    await Promise.all(Array.from({ length: this.beginning.processes - 1 }, () => this.#startOne({ seals: false })));
    return first;
  }

  /** Lets all finish what they do, for eight seconds at most. May be called while they start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { link } of this.#running) link.tell('stop');
    const late = setTimeout(() => {
      for (const { worker } of this.#running) worker.process.kill('SIGKILL');
    }, stopTimeoutMs);
    await Promise.all([...this.#running].map(({ ended }) => ended));
    await Promise.all(this.#keeping);
    clearTimeout(late);
  }

  async #startOne(place: Place): Promise<Started> {
    const one = this.#fork(place);
    const begun = await this.#begin(one);
    this.#keeping.push(this.#keep(one, place));
    return begun;
  }

  #fork(place: Place): Running {
    const worker = cluster.fork();
    const end = endOf(worker);
    // One that could not be made may lack its channel.
    if (worker.process.pid !== undefined) saveConnections(worker);
    let tellBegun = (_begun: Begun): void => {};
    const begun = new Promise<Begun>((resolve) => (tellBegun = resolve));
    const link = this.shared.open(wayTo(worker), {
      beginning: () => ({ ...this.beginning, ...place }),
      begun: tellBegun,
    });
    const ended = end.then(async (how) => {
      this.#running.delete(one);
      await this.shared.forget(link, how.fault === undefined && !this.#stopping.signal.aborted);
      return how;
    });
    const one: Running = { worker, link, begun, ended };
    this.#running.add(one);
    if (this.#stopping.signal.aborted) link.tell('stop');
    return one;
  }

  async #begin({ begun, worker, ended }: Running): Promise<Started> {
    const died = ended.then(({ code, signal, fault }): Begun => ({
      fault: `A process ended while it started: ${fault ?? signal ?? code}.`,
    }));
    const late = sleep(waitMs.begin, { fault: 'A process did not start in time.' }, { ref: false });
    const came = await Promise.race([begun, died, late]);
    if ('origin' in came) return came;
    worker.process.kill('SIGKILL');
    await ended;
    if ('refused' in came) throw new StartupError(came.refused);
    throw new Error(came.fault);
  }

  /** Replaces a process each time it dies, or could not be made. */
  async #keep(first: Running, place: Place): Promise<void> {
    const { signal } = this.#stopping;
    let pause = 0;
    for (let one: Running | undefined = first; ;) {
      const begunAt = performance.now();
      const how = await one?.ended;
      if (signal.aborted) return;
      const isGood = performance.now() - begunAt >= goodRunMs;
      pause = isGood ? 0 : Math.min(Math.max(2 * pause, pauseMs.first), pauseMs.max);
      // The start of one that could not be made has been told.
      if (how !== undefined && how.fault === undefined)
        this.log.error(
          { died: one?.worker.process.pid, ...how, seconds: pause / 1000 },
          'a process that served has ended; another takes its place',
        );
      // This wait fails only when it is called off.
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      one = undefined;
      try {
        one = this.#fork(place);
        await this.#begin(one);
        this.log.info({ took: one.worker.process.pid }, 'another process serves in its place');
      } catch (err) {
        if (!signal.aborted) this.#tell(err);
      }
    }
  }

  /** A sentence for people, as of a database that is out of reach, is no fault of the service. */
  #tell(err: unknown): void {
    const what = 'a process could not be started';
    if (err instanceof StartupError) this.log.warn({ reason: err.message }, what);
    else this.log.error({ err }, what);
  }
}

/** How a process ended. One that could not be made has no exit: the system has no room for it. */
function endOf(worker: Worker): Promise<How> {
  return new Promise((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
    // A process that is there and cannot be reached is reported by its exit.
    worker.on('error', ({ message }) => {
      if (worker.process.pid === undefined) resolve({ code: null, signal: null, fault: message });
    });
  });
}
