import { createAdminToken } from '@goal/core';
import type { Database } from '@goal/db';
import { cheapCost, freshDatabase, openPatientDatabase, pathOfTests } from '@goal/db/testing';
import { pino } from 'pino';
import { afterAll, expect } from 'vitest';

import type { ServiceOptions } from '../src/background.ts';
import { readEnv, type Env } from '../src/env.ts';
import { serve } from '../src/serve.ts';
import { openClient, type Client } from './harness/client.ts';
import { openFactory, type Factory } from './harness/factory.ts';

export { Answer, type CallOptions } from './harness/client.ts';
export {
  freshDomain,
  makeEvent,
  unique,
  type Account,
  type Group,
  type GroupKey,
  type Site,
} from './harness/factory.ts';

export type TestService = Omit<Client, 'close'> &
  Factory & {
    /** Admin tokens with each scope. */
    adminWrite: string;
    adminRead: string;
    /** Every line that the service has logged so far. */
    log: readonly string[];
    /**
     * Direct access to the database, to inspect what is stored or to prepare what no
     * caller can.
     */
    db: Database;
    databaseUrl: string;
    /**
     * Stops the service, which flushes all pending writes, and restarts it on the same database.
     * Tokens and ids stay valid.
     */
    restart: () => Promise<void>;
    /** Stops the service and drops its database: for `afterAll`. */
    stop: () => Promise<void>;
  };

/** The environment of a service under test: the defaults, without a console, on a free port. */
export const testEnv = (settings: Partial<Env> = {}): Env => ({
  ...readEnv({}),
  port: 0,
  consolePort: 'off',
  ...settings,
  // What was signed in a test counts for nothing later.
  signedLog: { ...settings.signedLog, dataDir: undefined },
});

/**
 * The whole service in this process, on a database of its own, or on `prepared`, and a free port.
 * In `beforeAll`, for a file that `sharedService` does not fit.
 */
export async function startService(
  settings: Partial<Env & ServiceOptions> = {},
  prepared?: Awaited<ReturnType<typeof freshDatabase>>,
): Promise<TestService> {
  const database = prepared ?? (await freshDatabase());
  const log: string[] = [];
  const logger = pino({ level: 'debug', base: null }, { write: (line: string) => void log.push(line) });
  const env = testEnv(settings);
  const path = settings.topology === undefined ? pathOfTests() : { topology: settings.topology };
  const begin = () =>
    serve(env, database.url, logger, { ...path, exportStillMs: settings.exportStillMs, passwordCost: cheapCost });
  let service = await begin();
  const db = openPatientDatabase({ url: database.url, name: 'goal-test' });
  const actor = { kind: 'cli', name: 'test' } as const;
  const { token: adminWrite } = await createAdminToken({ db }, actor, { name: 'writer', scope: 'admin:write' });
  const { token: adminRead } = await createAdminToken({ db }, actor, { name: 'reader', scope: 'admin:read' });
  const client = openClient(service.origin, env.basePath);
  // The client itself, not a copy: its origin changes with a restart.
  return Object.assign(client, openFactory(client, adminWrite), {
    adminWrite,
    adminRead,
    log,
    db,
    databaseUrl: database.url,
    async restart() {
      await service.stop();
      service = await begin();
      client.origin = service.origin;
    },
    async stop() {
      client.close();
      await service.stop();
      await db.close();
      await database.drop();
    },
  });
}

let shared: Promise<TestService> | undefined;
/**
 * What background work logs when PostgreSQL is too slow for its limits; it tries again by itself.
 */
export const isOfBusyMachine = (line: string): boolean =>
  /"message":"(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout|canceling statement due to)/.test(
    line,
  );

/**
 * The running service that all test files of a worker share. For files that need no settings of
 * their own, look at no list of everybody's rows, change no plan and break nothing: the others
 * start their own. A file fails when the service logged an error meanwhile; the next file gets a
 * new service when this one no longer answers.
 */
export async function sharedService(): Promise<TestService> {
  const isWell = await shared?.then(answers).catch(() => false);
  if (shared === undefined || isWell !== true) shared = startService();
  const service = await shared;
  const seen = service.log.length;
  afterAll(() => {
    const errors = service.log.slice(seen).filter((line) => line.includes('"level":50') && !isOfBusyMachine(line));
    expect(errors, `errors that the shared service logged during this file: ${errors.join('')}`).toEqual([]);
  });
  return service;
}

const answers = async (service: TestService): Promise<boolean> =>
  (await service.call('GET', '/readyz', { root: true })).status === 200;
