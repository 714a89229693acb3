import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

import { FairPool } from './fair-pool.ts';
import { PrismaClient } from './generated/client.ts';
import { Channel, type ChannelOptions } from './channel.ts';
import { HungConnections } from './hung-connections.ts';
import { Lives } from './lives.ts';
import { topologyOf, type Topology } from './topology.ts';

type WithoutFindUnique<Client> = {
  [Name in keyof Client]: Client[Name] extends { findUnique: unknown }
    ? Omit<Client[Name], 'findUnique' | 'findUniqueOrThrow'>
    : Client[Name];
};

/**
 * The generated client without `findUnique`. Prisma joins such reads of one tick into one
 * statement, whoever asks: a client that goes away would end other people's requests with its own,
 * and one account would pay for all. `findFirst` asks for itself. Inside a transaction nothing is
 * joined with others.
 */
export interface TablesClient extends WithoutFindUnique<PrismaClient> {}

/** Access to all tables except events: accounts, sites, groups, keys, plans, actions. */
export type Tables = {
  prisma: TablesClient;
  /**
   * Plain SQL beside Prisma, in the same pool: lists, last uses, checks. Changes of one account
   * wait for each other here.
   */
  work: FairPool;
  /**
   * Counts this process's ended transactions, whatever their outcome. Data read before the count
   * rose may be stale.
   */
  changes: { ended: number };
};

/**
 * One Prisma client for the domain's tables, and pools of plain SQL, one for each kind of
 * statement.
 */
export type Database = Tables & {
  /**
   * The same for operators, with a separate pool: operators and customers never wait for each
   * other.
   */
  operators: Tables;
  /**
   * Short lookups at the start of every request. Separate, so that no queue of changes delays them.
   */
  lookups: FairPool;
  /**
   * Statements that read or purge events. These sessions may not sort, so that only the index that
   * has the order can be used.
   */
  pages: FairPool;
  /** Statements that store events. */
  ingest: FairPool;
  /** Where the rows of events are. The database is asked once, before its first connection. */
  topology: () => Promise<Topology>;
  /** Which life of the database the sessions of all pools lead to. */
  lives: Pick<Lives, 'number' | 'of' | 'nameOf'>;
  /**
   * A channel for messages between the processes that share the database. The caller opens and
   * closes it.
   */
  channel(options: Pick<ChannelOptions, 'channel' | 'onMessage' | 'onOpen'>): Channel;
  /** Waits for running statements, then closes all connections. */
  close(): Promise<void>;
};

/** The name of servers' sessions. A migration looks for such sessions. */
export const serverName = 'goal-server';

export type DatabaseOptions = {
  url: string;
  /** Shown in pg_stat_activity. */
  name?: string;
  /** The number of connections of a pool, instead of the default. */
  sizes?: Partial<Record<PoolName, number>>;
  /** Other time limits, for tests that are not about them. */
  limits?: DatabaseLimits;
  /** In place of what the database says, for tests. */
  topology?: Topology | undefined;
  /** Other settings of all sessions, for tests. */
  settings?: Readonly<Record<string, string>> | undefined;
};

export type DatabaseLimits = {
  /** Until a connection must be open. */
  connectMs: number;
  /** Until the client gives up a statement, whatever the database does. */
  queryMs: number;
  /** Until the database ends a statement. */
  statementMs: number;
  /** Until a statement stops waiting for a lock. */
  lockMs: number;
  /** Until the database ends a transaction whose client is idle. */
  idleInTransactionMs: number;
  /** Until a caller stops waiting for a connection, instead of the pool's own limit. */
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
 * Settings of each pool's sessions. A request waits at most 2 s for a connection, and a statement
 * ends within 2 s, before the client gives it up. So no request hangs longer than 5 s on a database
 * that does not answer.
 */
const settings = {
  work: {},
  // These statements find few rows by an index, and planning takes longer than running. PostgreSQL
  // would estimate a plan for the given array as cheaper each time, so it is made to keep one
  // generic plan, which uses indexes.
  lookups: {
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
  },
  // The planner may not sort, so it must use the index that has the order
  // (docs/decisions/010-event-store.md).
  pages: {
    // Exports copy times as the session writes them.
    TimeZone: 'UTC',
    enable_sort: 'off',
    enable_incremental_sort: 'off',
    enable_bitmapscan: 'off',
    enable_seqscan: 'off',
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
  },
  // A backend that hung in an ingest statement would hold its accounts' rows: it gets time limits.
  ingest: { plan_cache_mode: 'force_generic_plan', jit: 'off' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/**
 * What differs on Citus. It plans a statement only when it knows its parameters, which a generic
 * plan does not tell. Its estimates of rows are so high that PostgreSQL would compile every
 * statement for seconds.
 */
const settingsOnCitus = { plan_cache_mode: 'auto', jit: 'off' };

/**
 * The settings of a pool's sessions with their time limits, which the database enforces even when
 * the asking process has gone.
 */
export function sessionSettings(
  name: keyof typeof settings,
  topology: Topology = 'plain',
  { statementMs, lockMs, idleInTransactionMs }: DatabaseLimits = defaultLimits,
): Readonly<Record<string, string>> {
  const waitsForLocks = name === 'work' || name === 'ingest';
  return {
    ...settings[name],
    ...(topology === 'citus' ? settingsOnCitus : {}),
    statement_timeout: String(statementMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    ...(waitsForLocks ? { lock_timeout: String(lockMs) } : {}),
  };
}

/** The settings as the startup option of a connection. */
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
} as pg.CustomTypesConfig; // one function cannot satisfy the library's overloads for each format

/** Creates the pools without connecting. The caller must call `close`. */
export function openDatabase({
  url,
  name: sessionName = 'goal',
  sizes = {},
  limits = defaultLimits,
  topology: known,
  settings: others = {},
}: DatabaseOptions): Database {
  const hung = new HungConnections();
  const lives = new Lives();
  const open: FairPool[] = [];
  const config = {
    connectionString: url,
    application_name: sessionName,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.queryMs,
  };
  const topology = known === undefined ? topologyOf(config) : () => Promise.resolve(known);
  const pool = (name: PoolName): FairPool => {
    const made = new FairPool({
      ...config,
      sessionOptions: async () => {
        const set = sessionSettings(name === 'operators' ? 'work' : name, await topology(), limits);
        return asOptions({ ...set, ...others });
      },
      ...pools[name],
      max: sizes[name] ?? pools[name].max,
      queueTimeoutMs: limits.queueMs ?? pools[name].queueTimeoutMs,
      statementTimeoutMs: limits.statementMs,
      cancel: (pid) => lookups.query('select pg_cancel_backend($1::int)', [pid]),
      types,
      lives,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    });
    // The pool replaces a connection that dies while idle. Without a listener its error would end
    // the process.
    made.on('error', () => {});
    hung.watch(made);
    open.push(made);
    return made;
  };
  const changes = { ended: 0 };
  const tables = (name: 'work' | 'operators'): Tables => {
    const work = pool(name);
    // Other formats repeat a statement's values, and errors reach the log.
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
    topology,
    lives,
    channel: (options) => new Channel({ url, name: sessionName, ...options }),
    async close() {
      await Promise.all([customers.prisma.$disconnect(), operators.prisma.$disconnect()]);
      await Promise.all(open.map((one) => one.end()));
    },
  };
}
