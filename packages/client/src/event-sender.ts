import type { components } from './generated/openapi.ts';
import { GoalError } from './goal-error.ts';
import type { Transport } from './transport.ts';

export type NewEvent = components['schemas']['NewEvent'];
type IngestResult = components['schemas']['IngestResult'];

/** An event that the service rejected, with its `event_uuid`, and the sentence that says why. */
export type RejectedEvent = { event: NewEvent; error: string };
/** The outcome of events since the last report. */
export type Sent = { accepted: number; duplicates: number; rejected: number };

/**
 * Memory is full, and the events that wait there cannot be sent (`cause`). The first `taken` events
 * of the call were queued, the others were not.
 */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly taken: number;

  constructor(taken: number, cause: unknown) {
    super(`only the first ${taken} of these events were taken`, { cause });
    this.taken = taken;
  }
}

/** How events are sent. */
export type SendingOptions = {
  /** Maximum number of events per request, up to 1,000. Default: 500. */
  batchSize?: number | undefined;
  /** Milliseconds that an event waits for others, to share a request. Default: 1,000. */
  delayMs?: number | undefined;
  /** Maximum number of waiting events, besides 16 MiB for their texts. Default: 10,000. */
  maxWaiting?: number | undefined;
  /** Called for each rejected event. Without it they are only counted. */
  onRejected?: ((rejected: RejectedEvent) => void) | undefined;
  /**
   * Called when events could not be sent in the background. They stay in memory and are sent again
   * every half minute, with the next `flush`, or when memory is full.
   */
  onFailed?: ((error: unknown) => void) | undefined;
};

const waitingMaxBytes = 16 * 1024 * 1024;
/** The service accepts 4 MiB. */
const requestMaxBytes = 3.5 * 1024 * 1024;
const requestMaxEvents = 1000;
/** The time after which the sender retries a failure in the background. */
const retryDelayMs = 30_000;

type Waiting = { json: string; bytes: number };

/** Collects the events of one site and sends them in order, one request at a time. */
export class EventSender {
  readonly #transport: Transport;
  readonly #options: SendingOptions;
  readonly #delayMs: number;
  readonly #maxWaiting: number;
  readonly #maxBatchSize: number;
  #batchSize: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #sent: Sent = { accepted: 0, duplicates: 0, rejected: 0 };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isFailing = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(transport: Transport, options: SendingOptions = {}) {
    this.#transport = transport;
    this.#options = options;
    this.#maxBatchSize = Math.max(1, Math.min(requestMaxEvents, options.batchSize ?? 500));
    this.#batchSize = this.#maxBatchSize;
    this.#delayMs = options.delayMs ?? 1000;
    this.#maxWaiting = Math.max(1, options.maxWaiting ?? 10_000);
  }

  /**
   * Queues events to be sent soon, each with an `event_uuid`, so that sending it again is harmless.
   * Resolves when all are in memory; if memory is full, after others were sent. Rejects with
   * `NotTaken` if those cannot be sent; the error says how many of these events were queued
   * nevertheless.
   */
  add(events: NewEvent | readonly NewEvent[]): Promise<void> {
    const given = Array.isArray(events) ? (events as readonly NewEvent[]) : [events as NewEvent];
    // One call after the other, so that no call overtakes one that waits for memory.
    const added = this.#queue.then(() => this.#place(given));
    this.#queue = added.catch(() => {});
    return added;
  }

  /** Sends all queued events, and reports since the last call. If it rejects, they stay. */
  async flush(): Promise<Sent> {
    await this.#queue;
    await this.#send();
    const sent = this.#sent;
    this.#sent = { accepted: 0, duplicates: 0, rejected: 0 };
    return sent;
  }

  async #place(events: readonly NewEvent[]): Promise<void> {
    for (const [taken, event] of events.entries()) {
      const json = JSON.stringify({ ...event, event_uuid: event.event_uuid || crypto.randomUUID() });
      const bytes = Buffer.byteLength(json);
      while (this.#waiting.length >= this.#maxWaiting || (this.#bytes > 0 && this.#bytes + bytes > waitingMaxBytes))
        await this.#send().catch((cause: unknown) => {
          throw new NotTaken(taken, cause);
        });
      this.#waiting.push({ json, bytes });
      this.#bytes += bytes;
      // While sending fails it is retried at its own pace, not with each new event.
      if (!this.#isFailing) this.#sendLater(this.#waiting.length >= this.#batchSize ? 0 : this.#delayMs);
    }
  }

  /** Sends in the background, and never later than an earlier call has asked for. */
  #sendLater(ms: number): void {
    if (this.#running !== undefined || (this.#timer !== undefined && ms > 0)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#send().catch((error: unknown) => this.#options.onFailed?.(error));
    }, ms);
  }

  /** Sends all waiting events and those that arrive meanwhile. Calls while it runs share it. */
  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#running ??= this.#sendAll();
    return this.#running ?? Promise.resolve();
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#sendBatch();
      this.#isFailing = false;
      this.#running = undefined;
    } catch (error) {
      this.#isFailing = true;
      this.#running = undefined;
      this.#sendLater(retryDelayMs);
      // Lets the process end although events cannot be sent.
      this.#timer?.unref();
      throw error;
    }
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#nextBatch();
    const result = await this.#request(batch);
    if (result === undefined) {
      this.#batchSize = Math.ceil(batch.length / 2);
      return;
    }
    // A body that was too large has halved it; it grows again, so that one large event does not
    // slow down all later ones.
    this.#batchSize = Math.min(this.#maxBatchSize, this.#batchSize + Math.ceil(this.#maxBatchSize / 20));
    this.#waiting = this.#waiting.slice(batch.length);
    for (const { bytes } of batch) this.#bytes -= bytes;
    this.#report(batch, result);
  }

  #nextBatch(): Waiting[] {
    let bytes = 0;
    const candidates = this.#waiting.slice(0, this.#batchSize);
    const end = candidates.findIndex((one, at) => (bytes += one.bytes + 1) > requestMaxBytes && at > 0);
    return end === -1 ? candidates : candidates.slice(0, end);
  }

  /**
   * Returns undefined if the batch was too large, because a proxy may accept less than the service.
   * Reports a single event that is too large as rejected.
   */
  async #request(batch: readonly Waiting[]): Promise<IngestResult | undefined> {
    const body = `{"events":[${batch.map(({ json }) => json).join(',')}]}`;
    try {
      // The OpenAPI document defines this answer.
      return (await this.#transport.json({
        method: 'POST',
        path: '/events',
        body,
        isRepeatable: true,
      })) as IngestResult;
    } catch (error) {
      if (!(error instanceof GoalError && error.status === 413)) throw error;
      if (batch.length > 1) return undefined;
      return { accepted: 0, duplicates: 0, rejected: [{ index: 0, error: error.message }] };
    }
  }

  #report(batch: readonly Waiting[], { accepted, duplicates, rejected }: IngestResult): void {
    this.#sent.accepted += accepted;
    this.#sent.duplicates += duplicates;
    this.#sent.rejected += rejected.length;
    for (const { index, error } of rejected) {
      const json = batch[index]?.json;
      // `#place` made this JSON of a `NewEvent`.
      if (json !== undefined) this.#options.onRejected?.({ event: JSON.parse(json) as NewEvent, error });
    }
  }
}
