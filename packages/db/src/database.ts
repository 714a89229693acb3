import { PrismaPg } from '@prisma/adapter-pg';

import { FairPool } from './fair-pool.ts';
import { PrismaClient } from './generated/client.ts';
import { schemaOf } from './primary.ts';
import { Channel, type ChannelOptions } from './channel.ts';
import { HungConnections } from './hung-connections.ts';
import { Lives } from './lives.ts';
import type { SessionSettings } from './session-base.ts';
import {
  defaultLimits,
  limitsOf,
  pools,
  sealerName,
  sessionSettings,
  sizeOf,
  types,
  type DatabaseLimits,
  type PoolName,
} from './session-settings.ts';
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
  /** Plain SQL beside Prisma, in the same pool. Changes of one account wait for each other here. */
  work: FairPool;
  changes: Changes;
};

/** The changes that may have made stale what a process remembers. */
export type Changes = {
  /**
   * Counts this process's ended transactions, whatever their outcome, and what other processes and
   * the database told of others. Data read before the count rose may be stale.
   */
  ended: number;
  /**
   * The time, by performance.now, up to which every change by anybody is in `ended`. Asking also
   * has a later time proven. Undefined where nobody listens (hear-changes.ts).
   */
  heardUntil: (() => number) | undefined;
  /** Remembers what this process acknowledges; undefined where nobody does. */
  acknowledging: Acknowledging | undefined;
};

/** Told of what is about to be acknowledged, to ask for it after a failover (core/failover). */
export type Acknowledging = {
  /** A transaction begins. The function that it returns is called when it has committed. */
  begun: () => () => void;
  /** A statement has stored events in this life (lives.ts). */
  stored: (life: number, mark: Mark) => void;
  /** A reader, who began to read in the life `begun`, sees what the transaction `xid` did. */
  shown: (begun: number, xid: number) => void;
};

/** A transaction's number, and a place of the write-ahead log behind it; null if unknown. */
export type Mark = { xid: number | null; lsn: number | null };

/** One Prisma client for the domain's tables; pools of plain SQL by kind of statement. */
export type Database = Tables & {
  /** The same for operators, apart: operators and customers never wait for each other. */
  operators: Tables;
  /** Look-ups at the start of every request, apart: no queue of changes delays them. */
  lookups: FairPool;
  /** Statements that read or purge events. No session sorts, so only an ordered index serves. */
  pages: FairPool;
  /** Statements that store events. */
  ingest: FairPool;
  /** Those that seal the signed logs, where no thread of its own does it. */
  sealing: FairPool;
  /** The place of the rows of events. The database is asked once, before its first connection. */
  topology: () => Promise<Topology>;
  /** Which life of the database the sessions of all pools lead to. */
  lives: Pick<Lives, 'number' | 'of' | 'nameOf'>;
  /** Messages between the processes that share the database. The caller opens and closes it. */
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
  /** The connections of all pools together, where the server has few. */
  connections?: number | undefined;
  /** The number of connections of a pool, instead of the default. */
  sizes?: Partial<Record<PoolName, number>>;
  /** Other time limits, for tests that are not about them. */
  limits?: DatabaseLimits;
  /** In place of what the database says, for tests. */
  topology?: Topology | undefined;
  /** Other settings of all sessions, for tests. */
  settings?: SessionSettings | undefined;
};

/** Creates the pools without connecting. The caller must call `close`. */
export function openDatabase({
  url,
  name: sessionName = 'goal',
  connections,
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
      application_name: name === 'sealing' ? sealerName(sessionName) : sessionName,
      query_timeout: limitsOf(name, limits).queryMs,
      sessionSettings: async () => ({
        ...sessionSettings(name === 'operators' ? 'work' : name, await topology(), limitsOf(name, limits)),
        ...others,
      }),
      ...pools[name],
      max: sizes[name] ?? sizeOf(name, connections),
      queueTimeoutMs: limits.queueMs,
      statementTimeoutMs: limitsOf(name, limits).statementMs,
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
  const changes: Changes = { ended: 0, heardUntil: undefined, acknowledging: undefined };
  const tables = (name: 'work' | 'operators'): Tables => {
    const work = pool(name);
    return { work, changes, prisma: openPrisma(work, schemaOf(url)) };
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
    sealing: pool('sealing'),
    topology,
    lives,
    channel: (options) => new Channel({ url, name: sessionName, ...options }),
    async close() {
      await Promise.all([customers.prisma.$disconnect(), operators.prisma.$disconnect()]);
      await Promise.all(open.map((one) => one.end()));
    },
  };
}

/** Other formats of errors repeat a statement's values, and errors reach the log. */
const openPrisma = (work: FairPool, schema: string): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(work, { schema }), errorFormat: 'minimal' });
