import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { inWords, sum } from '../statistics.ts';
import { until } from '../streams/world.ts';
import { ask, type Asked } from './ask.ts';
import { differences, openCheckedSink, type CheckedKind, type CheckedSink } from './checked-sink.ts';
import type { SoakWorld } from './world.ts';

/** The ten streams that an account may have. */
const kinds: readonly CheckedKind[] = [
  ...Array.from({ length: 4 }, () => 'webhook' as const),
  ...Array.from({ length: 3 }, () => 'splunk' as const),
  ...Array.from({ length: 3 }, () => 'otlp' as const),
];
/** The share of the requests on which a sink fails. */
const failingShare = 0.1;
const watchMs = 2000;

type Stream = { id: string; sink: CheckedSink };
/** The API's view of a stream, as far as it is looked at here. */
type StreamView = { status: string; last_error: string | null; next_attempt_at: string | null; set_aside: number };

/** Ten streams whose sinks fail at random, watched from the beginning. */
export class SoakStreams {
  readonly #watching: Promise<void>;
  #isOver = false;
  #looks = 0;
  #failing = 0;
  /** Looks at a stream that failed and did not say why, or when it is tried again. */
  #untold = 0;

  private constructor(
    private readonly world: SoakWorld,
    private readonly streams: readonly Stream[],
  ) {
    this.#watching = this.#watch();
  }

  static async open(world: SoakWorld): Promise<SoakStreams> {
    const streams: Stream[] = [];
    for (const kind of kinds) {
      const sink = await openCheckedSink(kind, failingShare);
      const body = { name: `stream ${streams.length}`, sink: sink.sink, start: 'oldest' };
      const answer = await call(world, { method: 'POST', path: '/account/streams', body });
      if (answer === undefined) throw new Error('a stream was not made');
      // The cast trusts the service's own answer.
      streams.push({ id: (JSON.parse(answer) as { id: string }).id, sink });
    }
    return new SoakStreams(world, streams);
  }

  /** Mends the sinks, waits until all has come, and compares it with what was stored. */
  async end(): Promise<Result> {
    this.#isOver = true;
    await this.#watching;
    const { world, streams } = this;
    const { rows } = await world.db.work.query<{ no: number }>('select no from account');
    const stored = await storedIds(world.db.work, rows[0]?.no ?? 0);
    for (const { sink } of streams) sink.mend();
    for (const { id } of streams)
      for (const act of ['pause', 'resume'])
        await call(world, { method: 'POST', path: `/account/streams/${id}/${act}` });
    await until('the sinks have all events', () => streams.every(({ sink }) => sink.first.length >= stored.length));
    const found = streams.map(({ sink }) => ({ ...differences(stored, sink.first), changed: sink.changed() }));
    const total = (name: 'lost' | 'outOfOrder' | 'unknown' | 'changed'): number => sum(found.map((one) => one[name]));
    const untold = this.#untold + (await this.#unlisted());
    const failures = sum(streams.map(({ sink }) => sink.failures()));
    const repeats = sum(streams.map(({ sink }) => sink.repeats()));
    return {
      what: 'ten streams whose sinks fail at random: events lost, out of order, unknown or changed, and failures untold',
      figures: `of ${streams.length} × ${inWords(stored.length)}: ${total('lost')} lost, ${total('outOfOrder')} out of order, ${total('unknown')} unknown, ${total('changed')} changed, ${untold} untold; the sinks failed ${inWords(failures)} times, ${inWords(repeats)} events came again, ${this.#failing} of ${this.#looks} looks saw a failing stream`,
      ratios: [total('lost') + total('outOfOrder') + total('unknown') + total('changed') + untold],
      goal: { atMost: 0 },
    };
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.streams.map(({ sink }) => sink.close()));
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      await sleep(watchMs);
      const answer = await call(this.world, { path: '/account/streams' }, 1);
      if (answer === undefined) continue;
      // The cast trusts the service's own answer.
      for (const one of (JSON.parse(answer) as { streams: StreamView[] }).streams) {
        this.#looks += 1;
        if (one.status === 'failing') this.#failing += 1;
        if (one.status === 'failing' && (one.last_error === null || one.next_attempt_at === null)) this.#untold += 1;
      }
    }
  }

  /** Streams whose sinks failed and of which no delivery says so, or that set events aside. */
  async #unlisted(): Promise<number> {
    let unlisted = 0;
    for (const { id, sink } of this.streams) {
      const deliveries = (await call(this.world, { path: `/account/streams/${id}/deliveries?limit=200` })) ?? '';
      const view = (await call(this.world, { path: `/account/streams/${id}` })) ?? '';
      if (sink.failures() > 0 && !deliveries.includes('"outcome":"failed"')) unlisted += 1;
      if (!view.includes('"set_aside":0,')) unlisted += 1;
    }
    return unlisted;
  }
}

/** The text of a good answer; undefined where none came in `attempts`. */
async function call({ origins, accountKey }: SoakWorld, asked: Asked, attempts = 50): Promise<string | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const origin = origins[attempt % origins.length] ?? '';
    const answer = await ask(origin, { ...asked, token: accountKey }).catch(() => undefined);
    if (answer !== undefined && answer.status < 300) return answer.body;
    await sleep(200);
  }
  return undefined;
}

/** The ids of an account's events in the order of its tail. */
async function storedIds(pool: SoakWorld['db']['work'], account: number): Promise<number[]> {
  // In a short run nobody has counted the rows, and the join would read all events a commit.
  await pool.query('ANALYZE tail, event');
  const { rows } = await pool.query<[string]>({
    text: `SELECT e.id FROM tail t JOIN event e ON e.account = t.account AND e.id BETWEEN t.first_id AND t.last_id
      WHERE t.account = $1 ORDER BY t.seq, e.id`,
    values: [account],
    rowMode: 'array',
  });
  return rows.map(([id]) => Number(id));
}
