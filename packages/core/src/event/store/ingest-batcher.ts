import { DomainError } from '@goal/contract';
import {
  isUnavailable,
  isUndone,
  queueTimeoutMs as longestWaitMs,
  withAllowance,
  type Database,
  type Topology,
} from '@goal/db';
import { FairBatchQueue, FairBudget, type BudgetLimits } from '@goal/fairness';
import { LRUCache } from 'lru-cache';

import { overThisMonth } from '../../ground/monthly-limit.ts';
import { isOverMonth } from '../../mail/month-mails.ts';
import { storeCommit } from './store-commit.ts';
import { maxEventsPerStatement, type StoreRow } from './store-statement.ts';
import { buryDeletedSites } from './tombstones.ts';

/** What became of a request's events; `gone`: their site was deleted before they were stored. */
export type Stored = { accepted: number; duplicates: number; gone: boolean };

/** The events of one request, until they are stored or refused. */
type WaitingRequest = {
  account: number;
  site: number;
  rows: StoreRow[];
  /** The life of the database whose words the rows refer to. */
  life: number;
  /** Milliseconds of the process's clock. */
  enqueuedAt: number;
  resolve: (stored: Stored) => void;
  reject: (error: unknown) => void;
};

/** Events of a request that shares its statements with small requests of other accounts. */
const smallRequestMaxEvents = 49;
/** Events that wait or are being stored: of one account, and in the process. */
const pendingMaxEvents: BudgetLimits = { perOwner: 20_000, total: 40_000 };
type BatcherLimits = {
  queueTimeoutMs?: number;
  /** How long an isolated account's statement waits for a lock. */
  isolatedLockMs?: number;
};
/** How long a statement waits for a lock: briefly where other accounts wait behind it. */
const lockTimeoutMs = { shared: 250, isolated: 1800 };
/** Small batches at a time on Citus, where each is one account's. */
const smallWorkersOnCitus = 5;
/** How long an account stays isolated, and how many accounts are at a time. */
const isolation = { ttl: 10_000, max: 1000 };
/** Sites that are looked up later. */
const unjudgedMax = 10_000;

/**
 * Stores what several requests bring at the same time in one statement and one commit.
 *
 * A request is waiting, in a statement, answered, or refused:
 *
 * - `store` takes its events from the budget and puts it into a queue: `isolated` when its account
 *   is isolated, `small` up to `smallRequestMaxEvents`, else `large`. It is refused at once when
 *   the budget has no room for it, and when the batcher is closed.
 * - A waiting request is refused when another account needs its room (the newest of the account
 *   that has most events here), and when its batch is taken later than `queueTimeoutMs`.
 * - A statement that commits answers all of its requests. One that fails has stored nothing: it is
 *   repeated account by account, then request by request, so that a request that cannot be stored
 *   is refused alone. When the database is out of reach, or does not say that it stored nothing,
 *   the whole batch is refused. So is what an account sends once its month is full: the limit was
 *   reached before any of it. The account is isolated then, so that it fails no other's statement.
 * - When an account's own statement runs into `lockTimeoutMs.shared`, the account is isolated and
 *   its requests wait again, in the isolated queue, where a statement may wait for
 *   `lockTimeoutMs.isolated`. There a second timeout refuses them. So an account that waits for a
 *   lock delays no other.
 *
 * On Citus each batch is one account's, and more of them are in work at a time: each is stored on
 * the machine of its account, so a machine that is down or slow holds up no others.
 *
 * An account is isolated for `isolation.ttl` milliseconds after its last lock timeout outside the
 * isolated queue, or since its month was found full.
 *
 * Bounds: `pendingMaxEvents`, counted from `store` until the answer or refusal; a statement has
 * `maxEventsPerStatement` events at most; the workers of each queue bound the statements at a time,
 * half of them of one account.
 */
export class IngestBatcher {
  readonly #small: FairBatchQueue<WaitingRequest>;
  readonly #large: FairBatchQueue<WaitingRequest>;
  readonly #isolated: FairBatchQueue<WaitingRequest>;
  readonly #isolatedAccounts = new LRUCache<number, true>(isolation);
  /** Sites, with their accounts, whose look-up behind a commit failed: the next one asks again. */
  readonly #unjudged = new LRUCache<number, number>({ max: unjudgedMax });
  readonly #pending = new FairBudget<number>(pendingMaxEvents);
  readonly #queueTimeoutMs: number;
  readonly #isolatedLockMs: number;
  readonly #open = new Set<Promise<Stored>>();
  /**
   * For metrics: statements that stored something or failed, and the seconds they took together.
   */
  readonly statements = { stored: 0, failed: 0, seconds: 0 };
  #isClosed = false;

  /** `onStored` is told, after the commit, which accounts have new events. */
  constructor(
    private readonly db: Database,
    private readonly onStored: (accounts: ReadonlySet<number>) => void = () => {},
    { queueTimeoutMs = longestWaitMs, isolatedLockMs = lockTimeoutMs.isolated }: BatcherLimits = {},
    private readonly topology: Topology = 'plain',
  ) {
    this.#queueTimeoutMs = queueTimeoutMs;
    this.#isolatedLockMs = isolatedLockMs;
    const isCitus = topology === 'citus';
    const queue = (workers: number, lockMs = lockTimeoutMs.shared): FairBatchQueue<WaitingRequest> =>
      new FairBatchQueue({
        workers,
        share: isCitus ? 1 : Math.ceil(workers / 2),
        ownersMax: isCitus ? 1 : Infinity,
        batchMaxSize: maxEventsPerStatement,
        sizeOf: (request) => request.rows.length,
        ownerOf: (request) => request.account,
        // A batch is shared work: it must not run at the cost of one request's allowance.
        work: (batch) => withAllowance(undefined, () => this.#run(this.#inTime(batch), lockMs)),
      });
    // The more share a statement the less each costs: two at a time took half as much again.
    this.#small = queue(isCitus ? smallWorkersOnCitus : 1);
    this.#large = queue(4);
    this.#isolated = queue(1, isolatedLockMs);
  }

  /** Events that wait or are being stored. */
  get pending(): number {
    return this.#pending.total;
  }

  /**
   * Durable when it returns. `life`: of the words' dictionary. Throws `unavailable`,
   * `LifeEndedError`, and `monthly_limit` if the limit was reached before (rulings §10.39).
   */
  async store(account: number, site: number, events: StoreRow[], life: number): Promise<Stored> {
    const isTaken =
      !this.#isClosed &&
      this.#pending.take(account, events.length, (largest, missing) => this.#evict(largest, missing));
    if (!isTaken) throw new DomainError('unavailable', { retryAfter: 1 });
    const stored = new Promise<Stored>((resolve, reject) => {
      const settle =
        <Value>(end: (value: Value) => void) =>
        (value: Value): void => {
          this.#pending.give(account, events.length);
          end(value);
        };
      this.#queueOf(account, events.length).push({
        account,
        site,
        rows: events,
        life,
        enqueuedAt: performance.now(),
        resolve: settle(resolve),
        reject: settle(reject),
      });
    });
    this.#open.add(stored);
    try {
      return await stored;
    } finally {
      this.#open.delete(stored);
    }
  }

  /** Refuses waiting requests of the account, until `missing` events have left. */
  #evict(account: number, missing: number): boolean {
    let evicted = 0;
    while (evicted < missing) {
      const newest =
        this.#large.removeNewest(account) ?? this.#isolated.removeNewest(account) ?? this.#small.removeNewest(account);
      if (newest === undefined) break;
      refuse([newest], new DomainError('unavailable', { retryAfter: 1 }));
      evicted += newest.rows.length;
    }
    return evicted > 0;
  }

  /** Refuses requests that waited too long, and returns the others. */
  #inTime(batch: WaitingRequest[]): WaitingRequest[] {
    const isLate = ({ enqueuedAt }: WaitingRequest): boolean => performance.now() - enqueuedAt > this.#queueTimeoutMs;
    const late = new Set(batch.filter(isLate));
    if (late.size === 0) return batch;
    refuse(late, new DomainError('unavailable', { retryAfter: 1 }));
    return batch.filter((request) => !late.has(request));
  }

  /** Takes nothing more, and returns when everything that waited is stored or refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#open);
  }

  #queueOf(account: number, events: number): FairBatchQueue<WaitingRequest> {
    if (this.#isolatedAccounts.has(account)) return this.#isolated;
    return events <= smallRequestMaxEvents ? this.#small : this.#large;
  }

  /** Stores the requests, together or in parts. Never throws: each request learns its own end. */
  async #run(batch: WaitingRequest[], lockMs: number): Promise<void> {
    if (batch.length === 0) return;
    const begun = performance.now();
    const note = (result: 'stored' | 'failed'): void => {
      this.statements[result] += 1;
      this.statements.seconds += (performance.now() - begun) / 1000;
    };
    try {
      const stored = await storeTogether(this.db, batch, lockMs);
      note('stored');
      this.onStored(new Set(batch.filter((_, index) => stored[index] !== 0).map(({ account }) => account)));
      // The next batch does not wait for the answers.
      void this.#answer(batch, stored);
    } catch (error) {
      note('failed');
      await this.#split(batch, lockMs, error);
    }
  }

  /** Repeats a failed statement in parts. */
  async #split(batch: WaitingRequest[], lockMs: number, error: unknown): Promise<void> {
    if (isUnavailable(error) && !isLockTimeout(error)) return refuse(batch, error);
    if (!isUndone(error, this.topology)) return refuse(batch, error);
    const accounts = [...new Set(batch.map((request) => request.account))];
    const [account, ...others] = accounts;
    if (others.length > 0) {
      for (const each of accounts) {
        const ofAccount = batch.filter((request) => request.account === each);
        await this.#run(ofAccount, lockMs);
      }
      return undefined;
    }
    if (isLockTimeout(error)) {
      if (lockMs === this.#isolatedLockMs || account === undefined) return refuse(batch, error);
      this.#isolatedAccounts.set(account, true);
      for (const request of batch) this.#isolated.push(request);
      return undefined;
    }
    if (isOverMonth(error)) {
      if (account !== undefined) this.#isolatedAccounts.set(account, true);
      return refuse(batch, overThisMonth());
    }
    if (batch.length === 1) return refuse(batch, error);
    for (const request of batch) await this.#run([request], lockMs);
    return undefined;
  }

  /** Never throws: what is stored is acknowledged, whatever becomes of the look-up of its sites. */
  async #answer(batch: WaitingRequest[], stored: number[]): Promise<void> {
    const sites = new Map([...this.#unjudged.entries(), ...batch.map(({ site, account }) => [site, account] as const)]);
    const gone = await buryDeletedSites(this.db, sites).catch(() => undefined);
    for (const [site, account] of sites) {
      if (gone === undefined) this.#unjudged.set(site, account);
      else this.#unjudged.delete(site);
    }
    for (const [index, { site, rows, resolve }] of batch.entries()) {
      const accepted = stored[index] ?? 0;
      resolve({ accepted, duplicates: rows.length - accepted, gone: gone?.has(site) === true });
    }
  }
}

/** Stores several requests in one commit. Returns how many events of each were new. */
async function storeTogether(
  db: Parameters<typeof storeCommit>[0],
  batch: WaitingRequest[],
  lockMs: number,
): Promise<number[]> {
  const requestOf = batch.flatMap(({ rows }, index) => rows.map(() => index));
  const events = batch.flatMap((request) => request.rows);
  const stored = await storeCommit(db, events, { lockMs, lives: new Set(batch.map(({ life }) => life)) });
  const counts = batch.map(() => 0);
  for (const [row, request] of requestOf.entries()) {
    if (stored === 'all' || stored.has(row)) counts[request] = (counts[request] ?? 0) + 1;
  }
  return counts;
}

function refuse(batch: Iterable<WaitingRequest>, error: unknown): void {
  for (const request of batch) request.reject(error);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
