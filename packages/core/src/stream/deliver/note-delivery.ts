import { limits, type AccountReceivedEvent, type DeliveryOutcome } from '@goal/contract';
import type { Database } from '@goal/db';

import type { DeliveryMeans } from '../place/stream-batch.ts';
import type { StreamFigures } from '../stream-services.ts';

/** One delivery, or several that went well within a second. */
export type NotedDelivery = {
  outcome: DeliveryOutcome;
  events: number;
  firstId: number | null;
  lastId: number | null;
  attempt: number;
  status: number | null;
  error: string | null;
  /** The sink's own words, which only people of the account read. */
  said: string | null;
  tookMs: number;
  bytes: number;
};

/**
 * SQL: words of a sink, as the row `stream` keeps them. One that may have sent an event which was
 * redacted since keeps none, because its sink may repeat it at any time (rulings §13.2). Whoever
 * reads this locks the row against the redaction.
 */
export const keptWords = (words: string): string => `case when keeps_words then ${words} end`;

/** While all goes well, one row in this time, in milliseconds. */
const intervalMs = 1000;

/**
 * The deliveries of a stream as its page shows them, the last 200 (rulings §15.1). A delivery that
 * went well waits for up to a second for those that follow, and is added up with them.
 */
export class DeliveryNotes {
  #waiting: NotedDelivery | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writtenAt = -Infinity;
  /** Rows are written one after the other: a list has them in the order of the deliveries. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Pick<Database, 'work'>,
    private readonly streamRowId: number,
    private readonly figures: StreamFigures,
  ) {}

  async add(delivery: NotedDelivery): Promise<void> {
    this.figures.deliveries[delivery.outcome] += 1;
    if (delivery.outcome === 'delivered') this.figures.events += delivery.events;
    const before = this.#waiting;
    const isCalm = delivery.outcome === 'delivered' && delivery.error === null && delivery.attempt === 1;
    if (!isCalm) {
      await this.flush();
      await this.#write(delivery);
      return;
    }
    this.#waiting = before === undefined ? delivery : together(before, delivery);
    const restMs = this.#writtenAt + intervalMs - performance.now();
    if (restMs <= 0) await this.flush();
    // A row that cannot be written is missing.
    else this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), restMs);
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    await (waiting === undefined ? this.#last : this.#write(waiting));
  }

  async #write(delivery: NotedDelivery): Promise<void> {
    this.#writtenAt = performance.now();
    const written = this.#last.then(() => this.#insert(delivery));
    this.#last = written.catch(() => {});
    await written;
  }

  async #insert({
    outcome,
    events,
    firstId,
    lastId,
    attempt,
    status,
    error,
    said,
    tookMs,
    bytes,
  }: NotedDelivery): Promise<void> {
    // The lock waits for a deletion or redaction; a stream that was deleted has no deliveries.
    await this.db.work.query(
      `with added as (
         insert into stream_delivery (stream_no, outcome, events, first_id, last_id, attempt, status, error, took_ms, bytes, said)
         select no, $2, $3::int, $4::bigint, $5::bigint, $6::int, $7::int, $8, $9::int, $10::bigint, ${keptWords('$11')} from stream where no = $1::int for share)
       delete from stream_delivery where stream_no = $1::int and no <= (
         select no from stream_delivery where stream_no = $1::int order by no desc offset ${limits.streamDeliveries - 1} limit 1)`,
      [this.streamRowId, outcome, events, firstId, lastId, attempt, status, error, tookMs, bytes, said],
    );
  }
}

const together = (a: NotedDelivery, b: NotedDelivery): NotedDelivery => ({
  ...b,
  events: a.events + b.events,
  firstId: a.firstId,
  tookMs: Math.max(a.tookMs, b.tookMs),
  bytes: a.bytes + b.bytes,
});

/** What a round needs beside its stream. */
export type RoundMeans = Pick<DeliveryMeans, 'mailer' | 'dashboardUrl'> & { notes: DeliveryNotes; signal: AbortSignal };

/** How many events, from which to which. */
export type SentEvents = Pick<NotedDelivery, 'events' | 'firstId' | 'lastId'>;
export const describe = (events: readonly AccountReceivedEvent[]): SentEvents => ({
  events: events.length,
  firstId: events[0]?.id ?? null,
  lastId: events.at(-1)?.id ?? null,
});
