import { setTimeout as sleep } from 'node:timers/promises';

import { isUnavailable } from '@goal/db';

import { takeTurn } from '../../ground/take-turn.ts';
import { checkLogs } from '../look-over/check-logs.ts';
import { closePurges } from '../seal/close-purges.ts';
import { accountOfLogs } from '../witness/cosigned-log.ts';
import {
  accountsWithFormerKey,
  accountsWithoutLog,
  accountsWithOldPurges,
  unsealedAccounts,
} from '../seal/find-unsealed.ts';
import { LogKeyError } from '../keys/log-keys.ts';
import { sealLogOfLogs } from '../witness/log-of-logs.ts';
import { sealAccount, type Sealing, type SealOptions, type SealOutcome } from '../seal/seal-account.ts';
import { tellOfMismatches } from '../look-over/tell-mismatches.ts';

/** What a process has sealed since its start. */
export type SealFigures = {
  events: number;
  checkpoints: number;
  failures: number;
  /** Why this process signs nothing; undefined while it signs. */
  refusal: string | undefined;
  /** The memory of the thread that seals alone, in bytes; 0 where no thread does. */
  threadBytes: number;
};

export type SealerOptions = {
  /** The seconds after its commit within which an event is to be sealed. */
  seconds: number;
  onError: (error: unknown) => void;
};

/** What a seal that somebody waits for does besides: with notes of what was purged. */
export type SealNow = SealOptions & { withPurges?: boolean };

/** While another process seals an account a caller looks so often, and at most so long, in ms. */
const elsewhereMs = 5000;
const elsewherePauseMs = 20;
/**
 * Looks for what no commit of this process told of, in seconds, and at most as often as it seals.
 */
const lookSeconds = 5;
/** Seconds between two looks for accounts without a log, and for purges of former days. */
const tidySeconds = 600;
/** An account whose log cannot be sealed is tried again after this time. */
const troubleMs = 60_000;

/**
 * Seals the logs of all accounts behind their commits (docs/decisions/092-signed-log.md).
 *
 * - A commit of this process rings: its account is sealed half of `seconds` later, with what came
 *   meanwhile.
 * - A look finds what no commit of this process told of: acts, and commits of processes that died
 *   or do not seal. One instance looks within each `lookSeconds`.
 * - One account is sealed at a time, each in its turn; one with more to seal than a transaction
 *   takes goes to the end of the line. Logs that are yet to begin, as after an upgrade, wait until
 *   nothing else is due.
 * - What is tidied up, and the look over all logs above all, takes long and goes on beside it.
 */
export class Sealer {
  readonly figures: SealFigures = { events: 0, checkpoints: 0, failures: 0, refusal: undefined, threadBytes: 0 };
  /** When each account is due (`performance.now`). */
  readonly #due = new Map<number, number>();
  /** Accounts that failed, and until when they are left alone. */
  readonly #troubled = new Map<number, number>();
  readonly #yetToBegin = new Set<number>();
  readonly #stopping = new AbortController();
  #sleepsUntil = 0;
  #wake: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #tidying: Promise<void> | undefined;

  constructor(
    private readonly sealing: Sealing,
    private readonly options: SealerOptions,
  ) {}

  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends after the seal that runs. What waits is sealed by another process, or after the start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake?.();
    await this.#running;
    await this.#tidying;
  }

  /** Accounts have new commits. */
  ring(accounts: Iterable<number>): void {
    const at = performance.now() + (this.options.seconds * 1000) / 2;
    for (const account of accounts)
      if (!this.#due.has(account)) this.#due.set(account, Math.max(at, this.#troubled.get(account) ?? at));
    if (at < this.#sleepsUntil) this.#wake?.();
  }

  /**
   * Seals all there is of an account now, or with `accountOfLogs` what grew of all. Throws
   * `LogKeyError` and `LogPutBackError`.
   */
  async seal(account: number, { withPurges = false, counted }: SealNow = {}): Promise<SealOutcome> {
    if (account === accountOfLogs) return sealLogOfLogs(this.sealing);
    if (withPurges) await closePurges(this.sealing.pool, account);
    let events = 0;
    const deadline = performance.now() + elsewhereMs;
    for (;;) {
      const sealed = await sealAccount(this.sealing, account, { counted });
      if (sealed.outcome === 'elsewhere' && performance.now() < deadline) {
        await sleep(elsewherePauseMs);
        continue;
      }
      events += sealed.events;
      this.figures.events += sealed.events;
      if (sealed.outcome === 'sealed') this.figures.checkpoints += 1;
      if (!sealed.hasMore) return { ...sealed, events };
    }
  }

  /** Seals what the logs of all accounts lack, once. */
  async sealUnsealed(signal: AbortSignal): Promise<void> {
    const { pool } = this.sealing;
    for (let after: number | undefined = 0; after !== undefined && !signal.aborted;) {
      const page = await accountsWithoutLog(pool, after);
      for (const account of page.accounts) if (!signal.aborted) await this.#sealNext(account);
      after = page.next;
    }
    for (const account of await accountsWithOldPurges(pool)) if (!signal.aborted) await closePurges(pool, account);
    for (const account of await unsealedAccounts(pool))
      if (!signal.aborted) await this.seal(account).catch((error: unknown) => this.#fail(error));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const lookMs = Math.min(lookSeconds, this.options.seconds) * 1000;
    let nextLookAt = performance.now();
    let nextTidyAt = performance.now();
    while (!signal.aborted) {
      const now = performance.now();
      if (now >= nextLookAt) {
        nextLookAt = now + lookMs;
        await this.#guarded(() => this.#look(lookMs / 1000));
      }
      if (now >= nextTidyAt && this.#tidying === undefined) {
        nextTidyAt = now + tidySeconds * 1000;
        this.#tidying = this.#tidy();
      }
      const next = this.#takeNext();
      if (next === undefined) await this.#sleep(Math.min(nextLookAt, ...this.#due.values()) - performance.now());
      else await this.#sealNext(next);
    }
  }

  /** The account that has been due for longest. */
  #takeNext(): number | undefined {
    const now = performance.now();
    let next: { account: number; at: number } | undefined;
    for (const [account, at] of this.#due)
      if (at <= now && (next === undefined || at < next.at)) next = { account, at };
    if (next !== undefined) this.#due.delete(next.account);
    const [beginning] = next === undefined ? this.#yetToBegin : [];
    if (beginning !== undefined) this.#yetToBegin.delete(beginning);
    return next?.account ?? beginning;
  }

  async #sealNext(account: number): Promise<void> {
    try {
      const sealed = await sealAccount(this.sealing, account);
      this.figures.events += sealed.events;
      if (sealed.outcome === 'sealed') this.figures.checkpoints += 1;
      this.figures.refusal = undefined;
      this.#troubled.delete(account);
      if (sealed.hasMore) this.#due.set(account, performance.now());
      // Whoever seals it may have begun before the newest commit.
      else if (sealed.outcome === 'elsewhere') this.ring([account]);
      // Until somebody confirms, this is so of all accounts.
      else if (sealed.outcome === 'held') for (const waiting of [this.#due, this.#yetToBegin]) waiting.clear();
    } catch (error) {
      this.#fail(error);
      // A database that was away says nothing of the account: its log must not lag for a minute.
      const untilMs = performance.now() + (isUnavailable(error) ? lookSeconds * 1000 : troubleMs);
      this.#troubled.set(account, untilMs);
      // A commit may have rung while this was tried.
      if (this.#due.has(account)) this.#due.set(account, untilMs);
    }
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.figures.failures += 1;
    // A key that is missing concerns every account: it is told once.
    const isNews = !(error instanceof LogKeyError) || this.figures.refusal !== error.message;
    if (error instanceof LogKeyError) this.figures.refusal = error.message;
    if (isNews && !this.#stopping.signal.aborted) this.options.onError(error);
  }

  async #look(seconds: number): Promise<void> {
    const { pool, keys } = this.sealing;
    const newest = (await keys()).at(-1);
    if (!(await takeTurn({ db: { work: pool } }, 'sealing', seconds))) return;
    const found = await unsealedAccounts(pool);
    if (newest !== undefined) found.push(...(await accountsWithFormerKey(pool, newest.no)));
    this.#addNow(found);
  }

  #addNow(accounts: readonly number[]): void {
    const now = performance.now();
    for (const account of accounts) {
      const troubledUntil = this.#troubled.get(account) ?? 0;
      if (troubledUntil <= now) this.#due.set(account, Math.min(now, this.#due.get(account) ?? now));
    }
  }

  /** Begins logs, notes former purges, looks logs over. One failure keeps nothing else back. */
  async #tidy(): Promise<void> {
    await this.#guarded(() => this.#findLogsToBegin());
    await this.#guarded(() => this.#tellOldPurges());
    await this.#guarded(() => this.#check());
    this.#tidying = undefined;
  }

  async #findLogsToBegin(): Promise<void> {
    if (!(await this.#hasTurn('new logs'))) return;
    for (let after: number | undefined = 0; after !== undefined && !this.#stopping.signal.aborted;) {
      const page = await accountsWithoutLog(this.sealing.pool, after);
      for (const account of page.accounts) this.#yetToBegin.add(account);
      after = page.next;
      this.#wake?.();
    }
  }

  async #tellOldPurges(): Promise<void> {
    if (!(await this.#hasTurn('purge notes'))) return;
    const { pool } = this.sealing;
    for (const account of await accountsWithOldPurges(pool)) {
      if (this.#stopping.signal.aborted) return;
      await this.#guarded(() => closePurges(pool, account));
      this.#addNow([account]);
      this.#wake?.();
    }
  }

  #hasTurn(work: 'new logs' | 'purge notes' | 'check of logs'): Promise<boolean> {
    return takeTurn({ db: { work: this.sealing.pool } }, work, tidySeconds);
  }

  /** Compares a part of each log with what is stored, and tells once what does not match. */
  async #check(): Promise<void> {
    if (!(await this.#hasTurn('check of logs'))) return;
    const { mismatches } = await checkLogs(this.sealing.pool, this.#stopping.signal);
    for (const { origin, index, cause } of mismatches)
      this.options.onError(new Error(`leaf ${index} of the log ${origin} does not match what is stored`, { cause }));
    await tellOfMismatches(this.sealing.pool);
  }

  async #sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.#stopping.signal.aborted) return;
    this.#sleepsUntil = performance.now() + ms;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
    this.#sleepsUntil = 0;
  }
}
