import type { components } from './generated/openapi.ts';
import { GoalError } from './goal-error.ts';
import type { Transport } from './transport.ts';

export type NewEvent = components['schemas']['NewEvent'];
type IngestResult = components['schemas']['IngestResult'];

/** An event that the service did not take, with the `event_uuid` that it was given, and the sentence that says why. */
export type RejectedEvent = { event: NewEvent; error: string };
/** What became of events since the last report. */
export type Sent = { accepted: number; duplicates: number; rejected: number };

/** Memory is full, and what waits there cannot be sent (`cause`): the first `taken` events of the call have a place, the others were not taken. */
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
  /** Events a request at most; 500 unless said otherwise, and 1,000 at most. */
  batchSize?: number | undefined;
  /** Milliseconds that an event waits for others to come along; 1,000 unless said otherwise. */
  delayMs?: number | undefined;
  /** Events that wait in memory at most; 10,000 unless said otherwise. Their texts take 16 MiB at most. */
  maxWaiting?: number | undefined;
  /** Told of each event that was rejected. Without it they are only counted. */
  onRejected?: ((rejected: RejectedEvent) => void) | undefined;
  /** Told when events could not be sent in the background. They stay in memory and are sent again every half minute, with the next `flush`, or when memory is full. */
  onFailed?: ((error: unknown) => void) | undefined;
};

/** Bytes: of what waits, and of a request (the service takes 4 MiB). */
const waitingBytes = 16 * 1024 * 1024;
const requestBytes = 3.5 * 1024 * 1024;
const eventsPerRequest = 1000;
/** Milliseconds after which a failure in the background is tried again. */
const again = 30_000;

type Waiting = { json: string; bytes: number };

/** Collects the events of one site and sends them in the order in which they came, one request at a time. */
export class EventSender {
  readonly #transport: Transport;
  readonly #options: SendingOptions;
  readonly #delayMs: number;
  readonly #maxWaiting: number;
  readonly #mostTogether: number;
  #batchSize: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #sent: Sent = { accepted: 0, duplicates: 0, rejected: 0 };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isFailing = false;
  #line: Promise<void> = Promise.resolve();

  constructor(transport: Transport, options: SendingOptions = {}) {
    this.#transport = transport;
    this.#options = options;
    this.#mostTogether = Math.max(1, Math.min(eventsPerRequest, options.batchSize ?? 500));
    this.#batchSize = this.#mostTogether;
    this.#delayMs = options.delayMs ?? 1000;
    this.#maxWaiting = Math.max(1, options.maxWaiting ?? 10_000);
  }

  /**
   * Takes events to be sent soon, each with an `event_uuid`, so that sending it again is harmless. Resolves when all have a place in memory: where it is
   * full, that is when others were sent. Rejects with `NotTaken` when those cannot be sent: it says how many of these were taken nevertheless.
   */
  add(events: NewEvent | readonly NewEvent[]): Promise<void> {
    const given = Array.isArray(events) ? (events as readonly NewEvent[]) : [events as NewEvent];
    // One after the other, so that nobody overtakes who waits for a place.
    const added = this.#line.then(() => this.#place(given));
    this.#line = added.catch(() => {});
    return added;
  }

  /** Sends all that was taken, and says what became of it since the last time. Rejects when it could not be sent: it stays in memory then. */
  async flush(): Promise<Sent> {
    await this.#line;
    await this.#send();
    const sent = this.#sent;
    this.#sent = { accepted: 0, duplicates: 0, rejected: 0 };
    return sent;
  }

  async #place(events: readonly NewEvent[]): Promise<void> {
    for (const [taken, event] of events.entries()) {
      const json = JSON.stringify({ ...event, event_uuid: event.event_uuid || crypto.randomUUID() });
      const bytes = Buffer.byteLength(json);
      while (this.#waiting.length >= this.#maxWaiting || (this.#bytes > 0 && this.#bytes + bytes > waitingBytes))
        await this.#send().catch((cause: unknown) => {
          throw new NotTaken(taken, cause);
        });
      this.#waiting.push({ json, bytes });
      this.#bytes += bytes;
      // Where sending fails it is tried again at its own pace, not with each event that comes.
      if (!this.#isFailing) this.#sendLater(this.#waiting.length >= this.#batchSize ? 0 : this.#delayMs);
    }
  }

  /** In the background; never later than what was asked for before. */
  #sendLater(ms: number): void {
    if (this.#running !== undefined || (this.#timer !== undefined && ms > 0)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#send().catch((error: unknown) => this.#options.onFailed?.(error));
    }, ms);
  }

  /** Sends what waits, and what comes meanwhile. Whoever asks while it runs shares its end. */
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
      this.#sendLater(again);
      // Whoever wants to end with events that cannot be sent shall not have to wait for it.
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
    // Bodies that were too large made it smaller; one large event shall not slow down those after it for good.
    this.#batchSize = Math.min(this.#mostTogether, this.#batchSize + Math.ceil(this.#mostTogether / 20));
    this.#waiting = this.#waiting.slice(batch.length);
    for (const { bytes } of batch) this.#bytes -= bytes;
    this.#report(batch, result);
  }

  #nextBatch(): Waiting[] {
    let bytes = 0;
    const most = this.#waiting.slice(0, this.#batchSize);
    const end = most.findIndex((one, at) => (bytes += one.bytes + 1) > requestBytes && at > 0);
    return end === -1 ? most : most.slice(0, end);
  }

  /** Undefined where fewer at a time are asked for: a proxy may take less than the service. One that is too large alone is rejected. */
  async #request(batch: readonly Waiting[]): Promise<IngestResult | undefined> {
    const body = `{"events":[${batch.map(({ json }) => json).join(',')}]}`;
    try {
      // As the document says.
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
      // It was made of the event that came.
      if (json !== undefined) this.#options.onRejected?.({ event: JSON.parse(json) as NewEvent, error });
    }
  }
}
