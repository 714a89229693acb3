import {
  every,
  LastUses,
  openEventServices,
  smtpMailer,
  startReclaimer,
  startWorker,
  tellFailure,
  TokenBuckets,
  type Core,
  type EventServicesOptions,
  type LogSettings,
  type Mailer,
  type PasswordCost,
  type SharedBuckets,
  type Worker,
} from '@goal/core';
import { hearChanges, openDatabase, serverName, type DatabaseOptions } from '@goal/db';

import type { Env } from './env.ts';
import type { Logger } from './log.ts';
import { openRedis } from './redis.ts';

/**
 * Everything of a process but its HTTP: the core, the rate buckets, and the work beside the
 * requests.
 */
export type Background = {
  core: Core;
  /** The rate buckets of this process. */
  buckets: TokenBuckets;
  /** The buckets that all instances share, if there is a Redis. */
  shared: SharedBuckets | undefined;
  worker: Worker;
  /** Sends mails; undefined without SMTP_URL. */
  mailer: Mailer | undefined;
  /** Ends the work, writes what waits, and closes the database. */
  close: () => Promise<void>;
};

/** Overrides for tests, and the share of a process that is one of several. */
export type ServiceOptions = EventServicesOptions &
  Pick<DatabaseOptions, 'connections' | 'topology' | 'settings'> & {
    /** The program of the thread that seals the signed logs; without it this thread seals. */
    sealer?: URL | undefined;
    /** The cost of hashing a new password; the usual cost by default. */
    passwordCost?: PasswordCost | undefined;
    /** The page of /metrics; that of this process alone by default. */
    page?: (() => Promise<string>) | undefined;
  };

function sealing({ signedLog: log }: Env, databaseUrl: string, program: URL | undefined): LogSettings {
  return program === undefined ? log : { ...log, thread: { program, databaseUrl, application: serverName } };
}

/** The origin of dashboard links. Browsers make no passkey on 127.0.0.1 (rulings §10.1). */
export const dashboardUrlOf = ({ dashboardUrl, dashboardPort }: Env): string =>
  dashboardUrl ?? `http://localhost:${dashboardPort === 'off' ? 3001 : dashboardPort}`;

/** Opens the core on a prepared database and starts the work that runs beside the requests. */
export async function openBackground(
  env: Env,
  url: string,
  log: Logger,
  { connections, topology, settings, sealer, passwordCost: _, page: _page, ...options }: ServiceOptions,
): Promise<Background> {
  const db = openDatabase({ url, name: serverName, connections, topology, settings });
  const hearing = hearChanges(db);
  const events = await openEventServices(db, {
    streams: env.streams,
    log: sealing(env, url, sealer),
    zones: env.zoneTable,
    ...options,
  });
  const buckets = new TokenBuckets();
  const shared = await openRedis(db, env.redisUrl, { own: buckets, log });
  const uses = new LastUses(db);
  const warn = (what: string) => (error: unknown) => tellFailure(log, error, { what, otherwise: 'warn' });
  const reclaimer = startReclaimer({ db }, log);
  const core: Core = {
    db,
    events,
    uses,
    wakeReclaimer: () => reclaimer.wake(),
    settings: {
      retentionGraceDays: env.retentionGraceDays,
      databaseKind: env.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL',
      redisUrl: env.redisUrl,
    },
  };
  const mailer = env.smtpUrl === undefined ? undefined : smtpMailer(env.smtpUrl, env.mailFrom);
  const worker = startWorker(core, {
    kind: 'server',
    log,
    tailDays: env.tailDays,
    mailer,
    operatorEmail: env.operatorEmail,
    dashboardUrl: dashboardUrlOf(env),
  });
  const flushes = [
    every(15, () => uses.flush(), warn('writing last uses failed')),
    every(10, () => events.arrivals.flush(), warn('writing arrivals failed')),
  ];
  return {
    core,
    buckets,
    shared,
    worker,
    mailer,
    async close() {
      await Promise.all([worker.stop(), reclaimer.stop(), shared?.close(), ...flushes.map((work) => work.stop())]);
      await hearing.close();
      await events.close().catch(warn('writing arrivals failed'));
      await db.close();
    },
  };
}
