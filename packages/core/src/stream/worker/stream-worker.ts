import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '../../core.ts';
import { StreamRounds } from '../deliver/deliver-round.ts';
import { DeliveryTurns, type Pace } from '../place/delivery-turns.ts';
import { giveBack, leasedAtOnce, leaseStreams, renewLeases, renewMs, type LeasedStream } from '../place/leases.ts';
import { lookForWork } from './look-for-work.ts';
import { DeliveryNotes } from '../deliver/note-delivery.ts';
import type { DeliveryMeans } from '../place/stream-batch.ts';

/** How often the database is looked at for work that no message told of. */
const lookMs = 1000;
/** A stream with nothing to send stays leased for this long: the next event leaves at once. */
const idleMs = 10_000;
/** After a round without a match: a stream with a narrow filter reads several commits at once. */
const quietMs = 20;
/** What a stream waits after its batches for each other stream of its account, in milliseconds. */
const otherMs = 20;
/** Seconds until a stream is tried again on which this process itself failed. */
const troubleSeconds = 5;

type Session = {
  stream: LeasedStream;
  end: AbortController;
  hasNews: boolean;
  wake: (() => void) | undefined;
  pace: Pace;
};

type StreamWorkerOptions = Pick<DeliveryMeans, 'mailer' | 'dashboardUrl'> & {
  /** Told of what fails in this process, never of what a sink does. */
  onError: (error: unknown) => void;
};

/**
 * Works on the streams that are due, in each process that serves or works
 * (docs/decisions/087-streams.md).
 *
 * A stream is free, leased, or resting (paused, disabled, or due later):
 *
 * - A look leases the free streams that are due and have something to send. News of a commit causes
 *   a look at once, in this process and by a message in the others; each second a look asks the
 *   database, because a message may be lost.
 * - A session works on a leased stream, round by round, each in its account's turn. Without work it
 *   keeps the lease for a while and waits for news.
 * - A round that fails gives the stream back, due later. A lease that was lost ends its session.
 *
 * Bounds: one session a stream, and the turns of `DeliveryTurns`.
 */
class StreamWorker {
  readonly #sessions = new Map<number, Session>();
  /** How many of them each account has. */
  readonly #counts = new Map<number, number>();
  readonly #turns: DeliveryTurns;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Free streams by account, as the last look found them. */
  #known = new Map<number, number[]>();
  #wanted = new Set<number>();
  #wakeLook: (() => void) | undefined;
  /** When the whole database is looked at next (`performance.now`). */
  #nextLookAt = 0;

  constructor(
    private readonly core: Core,
    private readonly options: StreamWorkerOptions,
  ) {
    this.#turns = new DeliveryTurns();
  }

  start(): void {
    const { events } = this.core;
    events.tail.onStored((accounts) => this.#onStored(accounts));
    events.streams.onChange(() => this.#onChange());
    this.#run(this.#look());
    this.#run(this.#renew());
  }

  /** Ends all work. A batch in flight may arrive, and is then sent again by another process. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeLook?.();
    for (const { end } of this.#sessions.values()) end.abort();
    await Promise.all(this.#running);
  }

  #run(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  /** A stream was changed: its session may have lost its lease, and another one begins. */
  #onChange(): void {
    for (const session of this.#sessions.values()) {
      session.hasNews = true;
      session.wake?.();
    }
    this.#lookNow();
  }

  #lookNow(): void {
    this.#nextLookAt = 0;
    this.#wakeLook?.();
  }

  #onStored(accounts: ReadonlySet<number> | 'any'): void {
    for (const session of this.#sessions.values()) {
      if (accounts !== 'any' && !accounts.has(session.stream.account.rowId)) continue;
      session.hasNews = true;
      session.wake?.();
    }
    const told = accounts === 'any' ? this.#known.keys() : accounts;
    for (const account of told)
      for (const stream of this.#known.get(account) ?? []) if (!this.#sessions.has(stream)) this.#wanted.add(stream);
    if (this.#wanted.size > 0) this.#wakeLook?.();
  }

  async #look(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        // News of a busy account must not keep the others from being looked at.
        const isDue = performance.now() >= this.#nextLookAt;
        if (isDue) this.#nextLookAt = performance.now() + lookMs;
        const wanted = [...this.#wanted];
        this.#wanted.clear();
        await this.#lease(isDue ? [...new Set([...wanted, ...(await this.#findWork())])] : wanted);
      } catch (error) {
        this.options.onError(error);
      }
      const waitMs = this.#wanted.size > 0 ? 0 : this.#nextLookAt - performance.now();
      if (waitMs <= 0) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        this.#wakeLook = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) this.#wakeLook();
      });
      this.#wakeLook = undefined;
    }
  }

  /** The free streams that have something to send. */
  async #findWork(): Promise<number[]> {
    const known = new Map<number, number[]>();
    const due: number[] = [];
    let isAny = false;
    for await (const { rowId, account, isFree, waits } of lookForWork(this.core)) {
      isAny = true;
      if (!isFree || this.#sessions.has(rowId)) continue;
      if (waits) due.push(rowId);
      else known.set(account, [...(known.get(account) ?? []), rowId]);
    }
    this.#known = known;
    // A process without streams keeps no connection for messages of new events.
    if (isAny) this.core.events.tail.listen();
    return due;
  }

  async #lease(streams: readonly number[]): Promise<void> {
    const free = streams.filter((rowId) => !this.#sessions.has(rowId));
    if (free.length === 0) return;
    const leased = await leaseStreams(this.core.db, free);
    // The rest is asked for again at once, in which other processes have their chance too.
    if (leased.length === leasedAtOnce) for (const rowId of free) this.#wanted.add(rowId);
    for (const stream of leased) {
      const { pace } = stream;
      const session: Session = { stream, end: new AbortController(), hasNews: false, wake: undefined, pace };
      if (this.#stopping.signal.aborted) session.end.abort();
      this.#sessions.set(stream.rowId, session);
      this.#count(session, 1);
      this.#run(this.#work(session));
    }
  }

  async #work(session: Session): Promise<void> {
    const { core } = this;
    const { stream, end } = session;
    const notes = new DeliveryNotes(core.db, stream.rowId, core.events.streams.figures);
    const rounds = new StreamRounds(core, stream, { ...this.options, notes, signal: end.signal });
    try {
      for (let isLeased = true; isLeased;) isLeased = await this.#turn(session, rounds);
      // A delivery that was cut off keeps its lease.
      if (end.signal.aborted) await giveBack(core.db, stream);
    } catch (error) {
      if (!end.signal.aborted) this.options.onError(error);
      await giveBack(core.db, stream, end.signal.aborted ? 0 : troubleSeconds).catch(() => {});
    } finally {
      await notes.flush().catch(() => {});
      this.#sessions.delete(stream.rowId);
      this.#count(session, -1);
      // Whoever took its lease away may want it to be worked on at once.
      if (!end.signal.aborted) this.#lookNow();
    }
  }

  #count({ stream: { account } }: Session, more: 1 | -1): void {
    const count = (this.#counts.get(account.rowId) ?? 0) + more;
    if (count === 0) this.#counts.delete(account.rowId);
    else this.#counts.set(account.rowId, count);
  }

  /** One round in the account's turn, and the wait after it. False: the session has ended. */
  async #turn(session: Session, rounds: StreamRounds): Promise<boolean> {
    const { stream, end } = session;
    const { pace } = session;
    const round = { owner: `account:${stream.account.rowId}`, isFile: stream.sink.type === 's3', signal: end.signal };
    const before = rounds.delivered;
    const turn = await this.#turns.take({ ...round, pace }, (signal) => {
      session.hasNews = false;
      return rounds.next(signal);
    });
    const { result: progress, isLate, isCut } = turn;
    if (isLate || rounds.delivered > before) session.pace = isLate ? 'slow' : 'prompt';
    // Its batch is sent again, in a turn of the slow ones.
    if (isCut) return true;
    if (progress === 'ended') return false;
    if (progress === 'more' && !end.signal.aborted) return true;
    // Ten streams that get each event at once would cost the account more than storing does.
    const others = (this.#counts.get(stream.account.rowId) ?? 1) - 1;
    const restMs = Math.max(progress === 'idle' ? quietMs : 0, others * otherMs);
    if (restMs > 0) await sleep(restMs, undefined, { signal: end.signal }).catch(() => {});
    if (!end.signal.aborted && (await this.#news(session))) return true;
    await rounds.settle();
    await giveBack(this.core.db, stream);
    return false;
  }

  /** Waits for news of the account. False after a while without any, or at the end. */
  #news(session: Session): Promise<boolean> {
    if (session.hasNews) return Promise.resolve(true);
    return new Promise<boolean>((resolve) => {
      const done = (isNews: boolean): void => {
        clearTimeout(timer);
        session.end.signal.removeEventListener('abort', onEnd);
        session.wake = undefined;
        resolve(isNews);
      };
      const onEnd = (): void => done(false);
      const timer = setTimeout(onEnd, idleMs);
      session.wake = () => done(true);
      session.end.signal.addEventListener('abort', onEnd, { once: true });
      if (session.end.signal.aborted) onEnd();
    });
  }

  async #renew(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sleep(renewMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted || this.#sessions.size === 0) continue;
      try {
        const sessions = [...this.#sessions.values()];
        const held = await renewLeases(
          this.core.db,
          sessions.map(({ stream }) => stream.lease),
        );
        for (const { stream, end } of sessions) if (!held.has(stream.lease)) end.abort();
      } catch (error) {
        this.options.onError(error);
      }
    }
  }
}

/** Begins to work on the streams of the database; `stop` ends it. */
export function startStreams(core: Core, options: StreamWorkerOptions): { stop: () => Promise<void> } {
  const worker = new StreamWorker(core, options);
  worker.start();
  return worker;
}
