import pg from 'pg';

import type { SessionSettings } from './session-base.ts';
import type { Topology } from './topology.ts';

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
  /** Until a caller stops waiting for a connection. */
  queueMs: number;
};

/**
 * How long a request waits for its turn at the database: as long as a slow machine needs for a
 * burst that the limiter granted (docs/decisions/018-fair-shares.md).
 */
export const queueTimeoutMs = 20_000;

export const defaultLimits: DatabaseLimits = {
  connectMs: 2000,
  queryMs: 2500,
  statementMs: 1900,
  lockMs: 1800,
  idleInTransactionMs: 5000,
  queueMs: queueTimeoutMs,
};

/** Sealing takes its time, thousands of events in a transaction; storing takes all there is. */
const sealingLimits = { queryMs: 12_000, statementMs: 10_000, lockMs: 9000, idleInTransactionMs: 30_000 };

/** The limits of a pool's sessions; those that tests ask for hold for all. */
export const limitsOf = (name: PoolName, limits: DatabaseLimits): DatabaseLimits =>
  name === 'sealing' && limits === defaultLimits ? { ...limits, ...sealingLimits } : limits;

/** The connections of each pool, and how many of them one account may hold at a time. */
export const pools = {
  work: { max: 10, share: 3 },
  operators: { max: 6, share: 3 },
  lookups: { max: 4, share: 2 },
  pages: { max: 8, share: 3 },
  ingest: { max: 10, share: 3 },
  sealing: { max: 2, share: 2 },
} as const;
export type PoolName = keyof typeof pools;

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
/** The connections of all pools of a process. */
export const poolConnections = sum(Object.values(pools).map(({ max }) => max));
/** With fewer than two a pool would stand still behind one long statement. */
const leastInPool = 2;
/** The fewest connections with which all pools of a process work. */
export const leastConnections = leastInPool * Object.keys(pools).length;

/** The size of a pool of a process whose pools may have this many connections together. */
export function sizeOf(name: PoolName, connections = poolConnections): number {
  const { max } = pools[name];
  const part = (connections - leastConnections) / (poolConnections - leastConnections);
  return leastInPool + Math.floor((max - leastInPool) * Math.min(Math.max(part, 0), 1));
}

/**
 * Settings of each pool's sessions. A statement ends within 2 s, before the client gives it up.
 * When a caller then finds the database out of reach, all callers that wait for a connection are
 * refused with it. So no request hangs longer than 5 s on a database that does not answer.
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
    // Exports copy times as the session writes them. Workers of Citus have it from here.
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
  // Nobody waits for these statements, and each leads to few rows of one account.
  sealing: { enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan', jit: 'off' },
} as const satisfies Record<string, SessionSettings>;

/**
 * The settings that differ on Citus. It plans a statement only when it knows its parameters, which
 * a generic plan does not tell. Its estimates of rows are so high that PostgreSQL would compile
 * every statement for seconds.
 */
const settingsOnCitus = { plan_cache_mode: 'auto', jit: 'off' };

/** A pool's time limits, which the database enforces even when the asking process has gone. */
export function sessionSettings(
  name: keyof typeof settings,
  topology: Topology = 'plain',
  { statementMs, lockMs, idleInTransactionMs }: DatabaseLimits = defaultLimits,
): SessionSettings {
  const waitsForLocks = name === 'work' || name === 'ingest' || name === 'sealing';
  return {
    ...settings[name],
    ...(topology === 'citus' ? settingsOnCitus : {}),
    statement_timeout: String(statementMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    ...(waitsForLocks ? { lock_timeout: String(lockMs) } : {}),
  };
}

const int8 = 20;
// Ids and counts are below 2^53 by construction (rulings §2.8), so they are read as numbers.
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig; // one function cannot satisfy the library's overloads for each format

/** The name of the sessions that seal, in pg_stat_activity, apart from those of requests. */
export const sealerName = (name: string): string => `${name} sealer`;
