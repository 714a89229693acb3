import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

import { FairPool } from './fair-pool.ts';
import { PrismaClient } from './generated/client.ts';
import { Channel, type ChannelOptions } from './channel.ts';
import { Silence } from './silence.ts';

/** Everything that is no event: accounts, sites, groups, keys, plans, actions. */
export type Tables = {
  prisma: PrismaClient;
  /** Plain SQL beside it, in the same pool: lists, last uses, checks. Changes of an account wait for each other on it. */
  work: FairPool;
  /** What was read before it went up may be stale: the transactions of this process that have ended, whatever came of them. */
  changes: { ended: number };
};

/** What core works with: one client for the domain's tables, and pools of plain SQL, each for one kind of statement. */
export type Database = Tables & {
  /** The same for operators, on a pool of their own: customers cannot keep them waiting, nor they customers. */
  operators: Tables;
  /** Short look-ups that every request begins with: apart, so that no queue of changes can hold them up. */
  lookups: FairPool;
  /** Statements on events that read or purge: sessions that may not sort, so that only the index which gives the order can serve. */
  pages: FairPool;
  /** Statements that store events. */
  ingest: FairPool;
  /** Messages between the processes that share the database; not open yet. Whoever makes one closes it. */
  channel(options: Pick<ChannelOptions, 'channel' | 'onMessage' | 'onOpen'>): Channel;
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
};

/** How servers name their sessions: a migration looks whether there are any. */
export const serverName = 'goal-server';

export type DatabaseOptions = {
  url: string;
  /** Shown in pg_stat_activity. */
  name?: string;
  /** Other numbers of connections. */
  sizes?: Partial<Record<PoolName, number>>;
  /** Other limits of time, for tests that are not about them. */
  limits?: DatabaseLimits;
};

/** Milliseconds. */
export type DatabaseLimits = {
  /** Until a connection is there. */
  connectMs: number;
  /** Until the client gives a statement up, whatever the database does with it. */
  queryMs: number;
  /** Until the database ends a statement. */
  statementMs: number;
  /** Until a statement stops waiting for a lock. */
  lockMs: number;
  /** Until the database ends a transaction whose client does nothing. */
  idleInTransactionMs: number;
  /** Until a caller stops waiting for a connection, in place of the pool's own limit. */
  queueMs?: number;
};

const defaultLimits: DatabaseLimits = {
  connectMs: 2000,
  queryMs: 2500,
  statementMs: 1900,
  lockMs: 1800,
  idleInTransactionMs: 5000,
};

/**
 * The connections of each pool, how many of them one account may hold at a time, and the
 * milliseconds that its other callers wait. They wait longer where changes of one account wait for
 * its lock one after the other (docs/decisions/004-one-lock-an-account.md).
 */
const pools = {
  work: { max: 10, share: 3, queueTimeoutMs: 5000 },
  operators: { max: 6, share: 3, queueTimeoutMs: 5000 },
  lookups: { max: 4, share: 2, queueTimeoutMs: 2000 },
  pages: { max: 8, share: 3, queueTimeoutMs: 2000 },
  ingest: { max: 10, share: 3, queueTimeoutMs: 2000 },
} as const;
type PoolName = keyof typeof pools;

/**
 * Settings of the sessions of each pool. A request waits at most 2 s for a connection, and a statement ends within 2 s, before
 * the client gives it up: so nobody hangs longer than 5 s on a database that does not answer.
 */
const settings = {
  work: {},
  // All of them find few rows by an index. Planning one takes longer than running it, and a plan for the array at hand always looks cheaper than
  // the one that is kept: so only that one is used, and it is made of indexes.
  lookups: {
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
  },
  // The planner may not sort (docs/decisions), so it cannot pick another index than the one that gives the order.
  pages: {
    // Exports take times as the session writes them.
    TimeZone: 'UTC',
    enable_sort: 'off',
    enable_incremental_sort: 'off',
    enable_bitmapscan: 'off',
    enable_seqscan: 'off',
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
  },
  // A backend that hangs inside an ingest statement holds its accounts: so it may not.
  ingest: { plan_cache_mode: 'force_generic_plan', jit: 'off' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Settings of the sessions of a pool, with their limits, which the database keeps also when the process that asked is gone. */
export function sessionSettings(
  name: keyof typeof settings,
  { statementMs, lockMs, idleInTransactionMs }: DatabaseLimits = defaultLimits,
): Readonly<Record<string, string>> {
  const waitsForLocks = name === 'work' || name === 'ingest';
  return {
    ...settings[name],
    statement_timeout: String(statementMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    ...(waitsForLocks ? { lock_timeout: String(lockMs) } : {}),
  };
}

/** The settings as the option that a connection sends when it starts. */
export function asOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

const int8 = 20;
// Ids and counts are below 2^53 by construction (rulings §2.8), so they are read as numbers.
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig; // the library's overloads for each format cannot be met by one function

/** Opens the pools; connects to nothing yet. `close` must be called. */
export function openDatabase({
  url,
  name: sessionName = 'goal',
  sizes = {},
  limits = defaultLimits,
}: DatabaseOptions): Database {
  const silence = new Silence();
  const open: FairPool[] = [];
  const pool = (name: PoolName): FairPool => {
    const made = new FairPool({
      connectionString: url,
      application_name: sessionName,
      options: asOptions(sessionSettings(name === 'operators' ? 'work' : name, limits)),
      ...pools[name],
      max: sizes[name] ?? pools[name].max,
      queueTimeoutMs: limits.queueMs ?? pools[name].queueTimeoutMs,
      statementTimeoutMs: limits.statementMs,
      cancel: (pid) => lookups.query('select pg_cancel_backend($1)', [pid]),
      types,
      connectionTimeoutMillis: limits.connectMs,
      query_timeout: limits.queryMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    });
    // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
    made.on('error', () => {});
    silence.watch(made);
    open.push(made);
    return made;
  };
  const changes = { ended: 0 };
  const tables = (name: 'work' | 'operators'): Tables => {
    const work = pool(name);
    // Errors in any other format repeat the values that a statement was given, and they reach the log.
    return { work, changes, prisma: new PrismaClient({ adapter: new PrismaPg(work), errorFormat: 'minimal' }) };
  };
  const customers = tables('work');
  const operators = tables('operators');
  const lookups = pool('lookups');
  return {
    ...customers,
    operators,
    lookups,
    pages: pool('pages'),
    ingest: pool('ingest'),
    channel: (options) => new Channel({ url, name: sessionName, ...options }),
    async close() {
      await Promise.all([customers.prisma.$disconnect(), operators.prisma.$disconnect()]);
      await Promise.all(open.map((one) => one.end()));
    },
  };
}
