import type { AccountReceivedEvent } from '@goal/contract';
import type { Delivery } from '@goal/sinks';

import type { Core } from '../../core.ts';
import { failStream } from './fail-stream.ts';
import { giveBack, type LeasedStream } from '../place/leases.ts';
import type { RoundMeans } from './note-delivery.ts';
import { sendBatch } from './send-batch.ts';
import { setEventAside, takeBack } from './set-event-aside.ts';
import type { Place, StreamBatch } from '../place/stream-batch.ts';
import type { LostPosition, ReadBatch } from './stream-reader.ts';
import { takesAnother } from './takes-another.ts';

/** Times that an event is refused alone before it is set aside. */
const asideTimes = 3;
/** Events set aside in a row that are taken back. */
const asideRun = 20;

/** An event that was not taken alone, the place behind it, and what came of its delivery. */
export type RefusedEvent = { id: number; to: Place; delivery: Delivery };

/** What the work on a stream does with events that its sink does not take. */
type RefusedWork = {
  /** Reads what waits at the place of a stream: one event, where one was refused. */
  read: (stream: LeasedStream) => Promise<ReadBatch | LostPosition>;
  /** The sink took the event before this place after all. */
  taken: (to: Place) => Promise<boolean>;
};

/**
 * Decides what becomes of events that are refused alone. Every verb resolves to whether the work on
 * the stream goes on.
 */
export class RefusedEvents {
  /** A message of this length made the sink hang up, as was shown. */
  #tooLong = Infinity;

  constructor(
    private readonly core: Core,
    private readonly stream: LeasedStream,
    private readonly work: RefusedWork,
  ) {}

  /** Sets an event aside that was refused often enough; before that the stream fails. */
  async refused(means: RoundMeans, event: RefusedEvent): Promise<boolean> {
    const count = this.#countOf(event.id);
    const error = event.delivery.error ?? 'the receiver refused it';
    if (count < asideTimes) return this.#fail(event.id, { count, error });
    return this.#setAside(means, event, { error, isAlive: false });
  }

  /**
   * It hung up without a word and may be down: refused only if another is taken, and set aside only
   * if it then hangs up again (rulings §15.7).
   */
  async hungUpOn(means: RoundMeans, event: RefusedEvent): Promise<boolean> {
    const { stream, work } = this;
    const { id, delivery } = event;
    const isTooLong = delivery.bytes >= this.#tooLong;
    const count = isTooLong ? asideTimes : this.#countOf(id);
    const error = delivery.error ?? 'the receiver hung up';
    const named = `event ${id}, ${delivery.bytes} bytes: ${error}`;
    if (count < asideTimes) return this.#fail(id, { count, error: named });
    // Not before: what waits behind an event comes behind it.
    const other = await takesAnother(this.core, stream, means, await this.#othersBehind(event));
    if (means.signal.aborted) return false;
    if (other === undefined) return this.#fail(id, { count: 0, error });
    const read = await this.#readAt(stream.place, { id, count });
    // Whoever redacted or moved it meanwhile has another one come first.
    if (read === undefined || idOf(read) !== id) return this.#again();
    const again = await sendBatch(this.core, stream, this.#batchOf(read), means);
    if (again.outcome === 'taken') return work.taken(read.to);
    if (means.signal.aborted) return false;
    if (again.outcome === 'failed' && again.isHungUp !== true)
      return this.#fail(id, { count: 0, error: again.error ?? error });
    this.#tooLong = Math.min(this.#tooLong, delivery.bytes);
    return this.#setAside(means, event, { error: named, isAlive: other === 'waiting' });
  }

  /** How often this event was refused alone now, within a quarter of an hour. */
  #countOf(id: number): number {
    const { refused } = this.stream;
    return refused?.id === id ? refused.count + 1 : 1;
  }

  /** What waits at a place: one event where one was `refused` alone, and otherwise a batch. */
  async #readAt(place: Place, refused?: LeasedStream['refused']): Promise<ReadBatch | undefined> {
    const read = await this.work.read({ ...this.stream, place, refused });
    return 'lost' in read ? undefined : read;
  }

  /** The next behind it, and the next that is shorter; none of files, each with its own name. */
  async #othersBehind({ to, delivery }: RefusedEvent): Promise<StreamBatch[]> {
    const read = this.stream.sink.type === 's3' ? undefined : await this.#readAt(to);
    if (read === undefined) return [];
    const isShorter = (event: AccountReceivedEvent): boolean => lengthOf(event) < delivery.bytes / 2;
    const found = [0, read.events.findIndex((event, at) => at > 0 && isShorter(event))];
    return found.flatMap((at) => {
      const events = read.events.slice(at, at + 1);
      if (at < 0 || events.length === 0) return [];
      return [this.#batchOf({ events, to: read.behind(at + 1) }, at === 0 ? to : read.behind(at))];
    });
  }

  #batchOf({ events, file, to }: Pick<ReadBatch, 'events' | 'file' | 'to'>, from = this.stream.place): StreamBatch {
    const batch = { events, others: 0, era: this.stream.era, from, to, isTest: false };
    return file === undefined ? batch : { ...batch, file };
  }

  async #again(): Promise<false> {
    await giveBack(this.core.db, this.stream);
    return false;
  }

  /**
   * The stream fails at this event. Pauses grow by the refusals' own number, within a quarter of an
   * hour. `count` 0: the sink is to blame.
   */
  async #fail(id: number, { count, error }: { count: number; error: string }): Promise<false> {
    const { core, stream } = this;
    stream.refused = { id, count };
    const set = `, refused_id = $6::bigint, refused_count = $7::int,
      refused_since = case when $7::int <= 1 then statement_timestamp() else refused_since end`;
    const times = count === 0 ? undefined : count;
    await failStream(core, stream, { error, times }, { set, values: [id, count] });
    return false;
  }

  /** `isAlive`: the sink took another event meanwhile. */
  async #setAside(
    means: RoundMeans,
    { id, to, delivery: { status, said } }: RefusedEvent,
    { error, isAlive }: { error: string; isAlive: boolean },
  ): Promise<boolean> {
    const { core, stream } = this;
    const run = await setEventAside(core, stream, { id, to, status, error, said, isAlive });
    if (run === undefined) return false;
    await means.notes.add({
      outcome: 'set_aside',
      events: 1,
      firstId: id,
      lastId: id,
      attempt: asideTimes,
      status,
      error,
      said,
      tookMs: 0,
      bytes: 0,
    });
    stream.place = to;
    stream.attempts = 0;
    stream.refused = undefined;
    if (run < asideRun) return true;
    stream.attempts = asideRun;
    await takeBack(core, stream, error);
    return false;
  }
}

/** About how long an event is, in bytes. */
const lengthOf = (event: AccountReceivedEvent): number => Buffer.byteLength(JSON.stringify(event));

const idOf = ({ events: [first], file }: ReadBatch): number | undefined => first?.id ?? file?.start.eventId;
