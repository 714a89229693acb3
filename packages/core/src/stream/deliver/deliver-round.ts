import { streamTroubles, type AccountReceivedEvent } from '@goal/contract';
import type { Delivery } from '@goal/sinks';

import type { Core } from '../../core.ts';
import { hasTry } from '../../sign-in/brake.ts';
import { failStream } from './fail-stream.ts';
import {
  giveBack,
  judgeLease,
  mailSeconds,
  writeLeased,
  writePlace,
  writeTaken,
  type LeasedStream,
} from '../place/leases.ts';
import { leaveGap } from './leave-gap.ts';
import { describe, type RoundMeans, type SentEvents } from './note-delivery.ts';
import { allowanceOf, isOfNow, readBatch } from './read-batch.ts';
import { secondsToWait } from './read-file.ts';
import { RefusedEvents } from './refused-events.ts';
import { sendBatch } from './send-batch.ts';
import { sendSetAside } from './send-set-aside.ts';
import type { Place } from '../place/stream-batch.ts';
import type { LostPosition, ReadBatch } from './stream-reader.ts';
import { isRefusal } from './takes-another.ts';

/** More waits; all was sent; nothing matches; or the lease was given back or lost. */
export type Progress = 'more' | 'sent' | 'idle' | 'ended';

/** Seconds until a stream is looked at again whose account's plan does not pay for it. */
const gateSeconds = 60;
/** How often a position is written that moved past events that do not match, in milliseconds. */
const silentWriteMs = 5000;
/** How long a round begins further batches while more waits, in milliseconds. */
const roundMs = 100;
/** How old what was read ahead may be, in milliseconds: a redaction binds what is read later. */
const freshMs = 1000;

/**
 * Sends what waits next of one leased stream, one batch after the other for a moment, and moves its
 * position when the sink has said yes (docs/decisions/087-streams.md).
 */
export class StreamRounds {
  #writtenAt = performance.now();
  /** Events that the sink took. */
  delivered = 0;
  /** One for all rounds, because it listens to their signal. */
  readonly #allowance;
  /** Events of the next file; fewer after a sink refused one for its size. */
  #fileEvents = Infinity;
  /** Events that are read for the next batch: of long ones a batch holds few. */
  #batchEvents = Infinity;
  #means: RoundMeans;
  /** Another batch may follow, as it was when the last position was written. */
  #mayGoOn = false;
  readonly #refused;

  constructor(
    private readonly core: Core,
    private readonly stream: LeasedStream,
    means: RoundMeans,
  ) {
    this.#means = means;
    this.#allowance = allowanceOf(stream, means.signal);
    this.#refused = new RefusedEvents(core, stream, {
      read: (at) => this.#read(at),
      taken: (to) => this.#taken(to, 1, null),
    });
  }

  /** `signal` ends the deliveries of this round alone. */
  async next(signal = this.#means.signal): Promise<Progress> {
    this.#means = { ...this.#means, signal };
    const { core, stream } = this;
    const means = this.#means;
    const judged = await judgeLease(core.db, stream);
    if (judged === undefined) return 'ended';
    if (!judged.isOpen) {
      await writeLeased(core.db, stream, 'last_error = $3', [streamTroubles.unpaid]);
      return this.#rest(gateSeconds);
    }
    if (judged.isNoted) await writeLeased(core.db, stream, 'last_error = null');
    const isMail = stream.sink.type === 'mail';
    if (judged.mailInSeconds > 0) return this.#rest(judged.mailInSeconds);
    if (judged.hasRetry) {
      if (isMail && !(await this.#mayMail())) return this.#rest(mailSeconds);
      if (!(await sendSetAside(core, stream, means))) return 'ended';
      if (isMail) return this.#restAfterMail();
    }
    const read = await this.#read(stream);
    if ('lost' in read) return (await leaveGap(core, stream, read)) ? 'more' : 'ended';
    if (read.isFilterGone) await writeLeased(core.db, stream, 'last_error = $3', [streamTroubles.filterGone]);
    if (read.file !== undefined) return this.#sendFile(read, read.file);
    const owesMail = isMail && Object.keys(stream.untold).length > 0;
    if (read.events.length === 0 && !owesMail) return this.#moved(read);
    if (!isMail) return this.#sendOn(read);
    if (!(await this.#mayMail())) return this.#rest(mailSeconds);
    return (await this.#send(read, 0, read.events.length)) ? this.#restAfterMail() : 'ended';
  }

  /** Sends a batch and those behind it; each is read while the one before it is sent. */
  async #sendOn(first: ReadBatch): Promise<Progress> {
    const { core, stream } = this;
    const begun = performance.now();
    for (let read = first; ;) {
      const isLast = read.isAtEnd || stream.refused !== undefined || performance.now() - begun > roundMs;
      const ahead = isLast ? undefined : this.#read({ ...stream, place: read.to });
      const readAt = performance.now();
      // Its failure counts once the batch before it is sent.
      const settled = ahead?.catch(() => {});
      this.#mayGoOn = false;
      if (!(await this.#send(read, 0, read.events.length))) {
        await settled;
        return 'ended';
      }
      const next = await ahead;
      if (next === undefined) return read.isAtEnd ? 'sent' : 'more';
      // A deletion or another group of a site binds the batches that were not sent yet.
      const mayFollow = this.#mayGoOn && performance.now() - readAt < freshMs;
      if (!mayFollow || 'lost' in next || next.events.length === 0) return 'more';
      if (!(await isOfNow(core, stream, next))) return 'more';
      read = next;
    }
  }

  async #read(stream: LeasedStream): Promise<ReadBatch | LostPosition> {
    const [allowance, fileEvents, batchEvents] = [this.#allowance, this.#fileEvents, this.#batchEvents];
    const read = await readBatch(this.core, stream, { allowance, fileEvents, batchEvents });
    if (!('lost' in read)) this.#batchEvents = 2 * (read.isCut ? read.events.length : batchEvents);
    return read;
  }

  async #rest(seconds: number): Promise<'ended'> {
    await giveBack(this.core.db, this.stream, seconds);
    return 'ended';
  }

  /** Whether the account may send a mail now: what is found meanwhile stands in the next one. */
  #mayMail(): Promise<boolean> {
    return hasTry(this.core, { kind: 'alert_mail', about: this.stream.account.id });
  }

  async #restAfterMail(): Promise<'ended'> {
    await writeLeased(this.core.db, this.stream, 'untold = $3::jsonb', [JSON.stringify(this.stream.untold)]);
    return this.#rest(mailSeconds);
  }

  /** Writes where the stream stands, if nothing was sent since. */
  settle(): Promise<void> {
    return writePlace(this.core, this.stream);
  }

  /** Sends a file whose time has come, or that is full. */
  async #sendFile(read: ReadBatch, file: NonNullable<ReadBatch['file']>): Promise<Progress> {
    const { core, stream } = this;
    const means = this.#means;
    const wait = read.isAtEnd ? secondsToWait(file, Number(stream.sink['minutes'])) : 0;
    if (wait > 0) return this.#rest(wait);
    if (!(await this.#fixEnd(read.to))) return 'ended';
    const { place: from, era } = stream;
    const delivery = await sendBatch(
      core,
      stream,
      { events: [], others: 0, era, from, to: read.to, isTest: false, file },
      means,
    );
    if (means.signal.aborted && delivery.outcome !== 'taken') return 'ended';
    const { start, lastId, events } = file;
    if (isRefusal(delivery) && events > 1) {
      await this.#note(delivery, { events, firstId: start.eventId, lastId });
      this.#fileEvents = Math.ceil(events / 2);
      stream.fileEnd = undefined;
      return 'more';
    }
    this.#fileEvents *= 2;
    const goesOn = await this.#judge(delivery, { events, firstId: start.eventId, lastId }, read.to);
    return goesOn ? (read.isAtEnd ? 'sent' : 'more') : 'ended';
  }

  /** Stores where a file ends before it is put. False: the lease is lost. */
  async #fixEnd({ seq, eventId }: Place): Promise<boolean> {
    const { core, stream } = this;
    if (stream.fileEnd?.seq === seq && stream.fileEnd.eventId === eventId) return true;
    stream.fileEnd = { seq, eventId };
    return writeLeased(core.db, stream, 'file_seq = $3::bigint, file_event_id = $4::bigint', [seq, eventId]);
  }

  async #moved({ to, isAtEnd }: ReadBatch): Promise<Progress> {
    this.stream.place = to;
    if (performance.now() - this.#writtenAt > silentWriteMs) {
      this.#writtenAt = performance.now();
      await this.settle();
    }
    return isAtEnd ? 'idle' : 'more';
  }

  /** Sends a part of what was read, in halves where the sink refuses it. False: the work ends. */
  async #send(read: ReadBatch, first: number, end: number): Promise<boolean> {
    const { core, stream } = this;
    const means = this.#means;
    const events = read.events.slice(first, end);
    const to = end === read.events.length ? read.to : read.behind(end);
    const others = end === read.events.length ? read.others : 0;
    const { place: from, era } = stream;
    const delivery = await sendBatch(core, stream, { events, others, era, from, to, isTest: false }, means);
    stream.untold = delivery.untold ?? stream.untold;
    // A process that stops did not wait for the sink: nobody knows what it would have said.
    if (means.signal.aborted && delivery.outcome !== 'taken') return false;
    if (delivery.outcome === 'taken') this.#tellDelay(events[0]);
    const sent = { ...describe(events), events: events.length + others };
    if (!isRefusal(delivery) || events.length === 1) return this.#judge(delivery, sent, to);
    await this.#note(delivery, sent);
    const half = first + Math.ceil(events.length / 2);
    return (await this.#send(read, first, half)) && this.#send(read, half, end);
  }

  /** Mails wait on purpose, so their delay tells nothing of the service. */
  #tellDelay(first: AccountReceivedEvent | undefined): void {
    const { core, stream } = this;
    if (first === undefined || stream.sink.type === 'mail') return;
    core.events.streams.figures.onDelay(Math.max(0, Date.now() - Date.parse(first.received_at)) / 1000);
  }

  async #note({ outcome, status, error, said, tookMs, bytes }: Delivery, sent: SentEvents): Promise<void> {
    const attempt = this.stream.attempts + 1;
    const shown = outcome === 'taken' ? 'delivered' : outcome;
    await this.#means.notes.add({ outcome: shown, ...sent, attempt, status, error, said, tookMs, bytes });
  }

  /** Does what a delivery came to, which is no refusal of several events. False: the work ends. */
  async #judge(delivery: Delivery, sent: SentEvents, to: Place): Promise<boolean> {
    const { outcome, error } = delivery;
    await this.#note(delivery, sent);
    if (outcome === 'taken') return this.#taken(to, sent.events, error);
    const event = { id: sent.firstId ?? 0, to, delivery };
    if (outcome === 'refused') return this.#refused.refused(this.#means, event);
    const { retryAfterSeconds, isGone, isHungUp } = delivery;
    if (isHungUp === true) return this.#refused.hungUpOn(this.#means, event);
    await failStream(this.core, this.stream, { error: error ?? 'the receiver failed', retryAfterSeconds, isGone });
    return false;
  }

  async #taken(to: Place, events: number, note: string | null): Promise<boolean> {
    const { core, stream } = this;
    stream.place = to;
    stream.attempts = 0;
    stream.refused = undefined;
    this.delivered += events;
    this.#writtenAt = performance.now();
    const judged = await writeTaken(core, stream, { events, note });
    this.#mayGoOn = judged !== undefined && judged.isOpen && !judged.hasRetry;
    return judged !== undefined;
  }
}
