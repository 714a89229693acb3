import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

import { PrismaClient } from './generated/client.ts';
import { Channel, type ChannelOptions } from './channel.ts';
import { Silence } from './silence.ts';

/** What core works with: one client for the domain's tables, and pools of plain SQL, each for one kind of statement. */
export type Database = {
  /** Everything that is no event: accounts, sites, groups, keys, plans, actions. Runs on `work`. */
  prisma: PrismaClient;
  /** Plain SQL beside it: lists for operators, last uses, checks. Changes of an account wait for each other on it. */
  work: pg.Pool;
  /** Short look-ups that every request begins with: apart, so that no queue of changes can hold them up. */
  lookups: pg.Pool;
  /** Statements on events that read or purge: sessions that may not sort, so that only the index which gives the order can serve. */
  pages: pg.Pool;
  /** Statements that store events. */
  ingest: pg.Pool;
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
  /** Connections of each pool. */
  sizes?: { work?: number; lookups?: number; pages?: number; ingest?: number };
};

/**
 * Settings of the sessions of each pool. A request waits at most 2 s for a connection, and a statement ends within 3.5 s, before
 * the client gives it up: so nobody hangs longer than 5 s on a database that does not answer.
 */
export const sessionSettings = {
  work: { lock_timeout: '3000', statement_timeout: '3500' },
  // All of them find few rows by an index. Planning one takes longer than running it, and a plan for the array at hand always looks cheaper than
  // the one that is kept: so only that one is used, and it is made of indexes.
  lookups: {
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
    statement_timeout: '2000',
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
    statement_timeout: '2000',
  },
  // A backend that hangs inside an ingest statement holds its accounts: so it may not.
  ingest: { lock_timeout: '3000', statement_timeout: '3500', plan_cache_mode: 'force_generic_plan', jit: 'off' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

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
export function openDatabase({ url, name = 'goal', sizes = {} }: DatabaseOptions): Database {
  const silence = new Silence();
  const pool = (settings: Readonly<Record<string, string>>, max: number): pg.Pool => {
    const made = new pg.Pool({
      connectionString: url,
      application_name: name,
      options: asOptions(settings),
      max,
      types,
      connectionTimeoutMillis: 2000,
      query_timeout: 4000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    });
    // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
    made.on('error', () => {});
    silence.watch(made);
    return made;
  };
  const work = pool(sessionSettings.work, sizes.work ?? 10);
  const lookups = pool(sessionSettings.lookups, sizes.lookups ?? 4);
  const pages = pool(sessionSettings.pages, sizes.pages ?? 8);
  const ingest = pool(sessionSettings.ingest, sizes.ingest ?? 8);
  // Errors in any other format repeat the values that a statement was given, and they reach the log.
  const prisma = new PrismaClient({ adapter: new PrismaPg(work), errorFormat: 'minimal' });
  return {
    prisma,
    work,
    lookups,
    pages,
    ingest,
    channel: (options) => new Channel({ url, name, ...options }),
    async close() {
      await prisma.$disconnect();
      await Promise.all([work.end(), lookups.end(), pages.end(), ingest.end()]);
    },
  };
}
