import { DomainError } from '@goal/contract';
import { isUnavailable, rows, type Database } from '@goal/db';

import { Lane } from './lane.ts';
import { eventsAStatement, runStore, type StoreRow } from './store-statement.ts';

/** What became of a request's events; `gone`: their site was deleted before they were stored. */
export type Stored = { accepted: number; duplicates: number; gone: boolean };

/** Events of one request, waiting to be stored. */
type Waiting = {
  account: number;
  site: number;
  rows: StoreRow[];
  /** Milliseconds of the process's clock. */
  since: number;
  resolve: (stored: Stored) => void;
  reject: (error: unknown) => void;
};

/** Requests of fewer events are stored together with what else waits. */
const fewEvents = 50;
/** Events that may wait in the process, and of one account; beyond, requests are refused, so that memory stays bounded. */
const mostWaiting = { all: 40_000, account: 20_000 };
/** Milliseconds that a request stands in line. */
const queueTimeoutMs = 2000;
/** Milliseconds that a statement waits for a lock: briefly where others wait behind it. */
const patience = { shared: 250, apart: 1800 };
/** An account that held others up is stored apart for so many milliseconds. */
const apartFor = 10_000;

/**
 * Stores what several requests bring at once in one statement and one commit. Small requests of an account share a lane with those of others;
 * large ones have lanes of their own. A statement that fails is repeated account by account, then request by request, so that
 * one that cannot be stored fails alone; an account that waits for a lock is stored apart from then on and holds up nobody.
 */
export class Collector {
  readonly #small: Lane<Waiting>;
  readonly #large: Lane<Waiting>;
  readonly #apart: Lane<Waiting>;
  /** Accounts that are stored apart, and until when. */
  readonly #slow = new Map<number, number>();
  readonly #open = new Set<Promise<Stored>>();
  /** Events that wait, by account. */
  readonly #waitingOf = new Map<number, number>();
  #waiting = 0;
  /** Statements that stored something or failed, and the seconds that they took together, for metrics. */
  readonly statements = { stored: 0, failed: 0, seconds: 0 };
  #isClosed = false;

  /** `onStored` hears of accounts that have new events, after the commit. */
  constructor(
    private readonly db: Database,
    private readonly onStored: (accounts: ReadonlySet<number>) => void = () => {},
    private readonly limits: { queueTimeoutMs: number } = { queueTimeoutMs },
  ) {
    const lane = (workers: number, wait = patience.shared): Lane<Waiting> =>
      new Lane({
        workers,
        share: Math.ceil(workers / 2),
        most: eventsAStatement,
        sizeOf: (one) => one.rows.length,
        ownerOf: (one) => one.account,
        work: (batch) => this.#run(this.#inTime(batch), wait),
      });
    // The more wait for one statement, the less each costs: two at a time took half as much again of the database.
    this.#small = lane(1);
    this.#large = lane(4);
    this.#apart = lane(1, patience.apart);
  }

  /** Events that are waiting or being stored. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Returns when the events are durable. Throws `unavailable` when too much is waiting. */
  async store(account: number, site: number, events: StoreRow[]): Promise<Stored> {
    const own = (this.#waitingOf.get(account) ?? 0) + events.length;
    const isFull = own > mostWaiting.account || !this.#makeRoom(own, events.length);
    if (this.#isClosed || isFull) throw new DomainError('unavailable', { retryAfter: 1 });
    const stored = new Promise<Stored>((resolve, reject) => {
      const since = performance.now();
      this.#laneOf(account, events.length).push({ account, site, rows: events, since, resolve, reject });
    });
    this.#count(account, events.length);
    this.#open.add(stored);
    try {
      return await stored;
    } finally {
      this.#count(account, -events.length);
      this.#open.delete(stored);
    }
  }

  /**
   * Room for so many events of an account that has `own` with them. Where there is none, the account that has most gives way, if that is another and
   * has more: so nobody can fill the process against others. False when nobody does.
   */
  #makeRoom(own: number, events: number): boolean {
    if (this.#waiting + events <= mostWaiting.all) return true;
    const [account, most] = [...this.#waitingOf].reduce((a, b) => (b[1] > a[1] ? b : a));
    if (most <= own) return false;
    for (let missing = this.#waiting + events - mostWaiting.all; missing > 0;) {
      const last = this.#large.drop(account) ?? this.#apart.drop(account) ?? this.#small.drop(account);
      if (last === undefined) return false;
      refuse([last], new DomainError('unavailable', { retryAfter: 1 }));
      missing -= last.rows.length;
    }
    return true;
  }

  /** Those that have not stood in line for too long; the others are refused. */
  #inTime(batch: Waiting[]): Waiting[] {
    const late = batch.filter((one) => performance.now() - one.since > this.limits.queueTimeoutMs);
    if (late.length === 0) return batch;
    refuse(late, new DomainError('unavailable', { retryAfter: 1 }));
    return batch.filter((one) => !late.includes(one));
  }

  #count(account: number, events: number): void {
    this.#waiting += events;
    const own = (this.#waitingOf.get(account) ?? 0) + events;
    if (own > 0) this.#waitingOf.set(account, own);
    else this.#waitingOf.delete(account);
  }

  /** Takes nothing more and returns when everything that waited was stored or refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#open);
  }

  #laneOf(account: number, events: number): Lane<Waiting> {
    const until = this.#slow.get(account);
    if (until !== undefined) {
      if (performance.now() < until) return this.#apart;
      this.#slow.delete(account);
    }
    return events < fewEvents ? this.#small : this.#large;
  }

  /** Stores the requests, together or in parts. Never throws: each request hears of its own end. */
  async #run(batch: Waiting[], wait: number): Promise<void> {
    if (batch.length === 0) return;
    const begun = performance.now();
    const note = (result: 'stored' | 'failed'): void => {
      this.statements[result] += 1;
      this.statements.seconds += (performance.now() - begun) / 1000;
    };
    try {
      const stored = await storeTogether(this.db, batch, wait);
      note('stored');
      this.onStored(new Set(batch.filter((_, place) => stored[place] !== 0).map(({ account }) => account)));
      // The next batch does not wait for it.
      void this.#answer(batch, stored);
    } catch (error) {
      note('failed');
      await this.#split(batch, wait, error);
    }
  }

  /** What failed was rolled back whole: so its parts may be tried again, unless the database is out of reach. */
  async #split(batch: Waiting[], wait: number, error: unknown): Promise<void> {
    if (isUnavailable(error) && !isLockTimeout(error)) return refuse(batch, error);
    const accounts = [...new Set(batch.map((one) => one.account))];
    const [account, ...others] = accounts;
    if (others.length > 0) {
      for (const each of accounts)
        await this.#run(
          batch.filter((one) => one.account === each),
          wait,
        );
      return undefined;
    }
    if (isLockTimeout(error)) {
      if (wait === patience.apart || account === undefined) return refuse(batch, error);
      this.#setApart(account);
      for (const one of batch) this.#apart.push(one);
      return undefined;
    }
    if (batch.length === 1) return refuse(batch, error);
    for (const one of batch) await this.#run([one], wait);
    return undefined;
  }

  #setApart(account: number): void {
    if (this.#slow.size > 1000) this.#slow.clear();
    this.#slow.set(account, performance.now() + apartFor);
  }

  /** Never throws, as above. */
  async #answer(batch: Waiting[], stored: number[]): Promise<void> {
    try {
      const gone = await goneSites(this.db, batch);
      for (const [place, { site, rows: sent, resolve }] of batch.entries()) {
        const accepted = stored[place] ?? 0;
        resolve({ accepted, duplicates: sent.length - accepted, gone: gone.has(site) });
      }
    } catch (error) {
      refuse(batch, error);
    }
  }
}

/** Stores the events of several requests in one statement. Returns how many of each were stored; the others were duplicates. */
async function storeTogether(db: Database, batch: Waiting[], wait: number): Promise<number[]> {
  const owners = batch.flatMap(({ rows: sent }, place) => sent.map(() => place));
  const stored = await runStore(
    db.ingest,
    batch.flatMap((one) => one.rows),
    wait,
  );
  const counts = batch.map(() => 0);
  for (const [place, owner] of owners.entries()) {
    if (stored === 'all' || stored.has(place)) counts[owner] = (counts[owner] ?? 0) + 1;
  }
  return counts;
}

function refuse(batch: Waiting[], error: unknown): void {
  for (const one of batch) one.reject(error);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/**
 * The sites that were deleted before their events were durable. Their tombstones may be gone too, when a request took long: then they are
 * set again, so that the events are reclaimed.
 */
async function goneSites(db: Database, batch: Waiting[]): Promise<Set<number>> {
  const sites = new Map(batch.map((one) => [one.site, one.account]));
  const numbers = [...sites.keys()];
  const text = 'select no from site where no = any($1::int[])';
  for (const [rowId] of await rows<[number]>(db.lookups, { name: 'living sites', text, values: [numbers] }))
    sites.delete(rowId);
  if (sites.size > 0) {
    await rows(db.work, {
      name: 'set tombstones',
      text: setTombstones,
      values: [[...sites.values()], [...sites.keys()]],
    });
  }
  return new Set(sites.keys());
}

const setTombstones = `with s as (insert into gone_site (account, site) select * from unnest($1::int[], $2::int[]) on conflict do nothing)
  insert into gone_account (account) select distinct a from unnest($1::int[]) a where not exists (select from account where no = a)
  on conflict do nothing`;
