import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { databaseUrlOf, environment, type Service } from './start-service.ts';
import { waitLimitMs } from './until.ts';

/**
 * The pg driver is a dependency of packages/db, so the statement runs there, in its own process.
 */
const folder = path.resolve(import.meta.dirname, '../../packages/db');
const program = `import pg from 'pg';
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, connectionTimeoutMillis: ${waitLimitMs} });
  await client.connect();
  try { await client.query(process.argv[1]); } finally { await client.end(); }`;

/** Runs a statement on the database, for a state that no caller can produce. Throws if it fails. */
export async function pastTheService(service: Pick<Service, 'dataDir'>, statement: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, statement], {
    cwd: folder,
    env: environment({ DATABASE_URL: databaseUrlOf(service) }),
    timeout: waitLimitMs,
  });
}

/** Holds retention back: makes its last pass look as if it ran on another database. */
export async function holdRetention(service: Pick<Service, 'dataDir'>): Promise<void> {
  await pastTheService(
    service,
    `INSERT INTO retention_state (last_run_at, identity) VALUES (clock_timestamp() - interval '2 days', 'another')
     ON CONFLICT ("only") DO UPDATE SET last_run_at = excluded.last_run_at, identity = excluded.identity`,
  );
}

/** Makes the last proof of who a person is older than the 15 minutes for which it counts. */
export async function forgetConfirmation(service: Pick<Service, 'dataDir'>, email: string): Promise<void> {
  // An e-mail that a test made up, without quotes.
  await pastTheService(
    service,
    `UPDATE session SET confirmed_at = confirmed_at - interval '1 hour'
     WHERE person_no = (SELECT no FROM person WHERE email = '${email}')`,
  );
}
