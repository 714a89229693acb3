import type pg from 'pg';

import { codeOf, StartupError } from '../startup-error.ts';
import type { Target } from './server.ts';

/**
 * Refuses a pooler that gives a client another session with each transaction: no setting, lock or
 * prepared statement would stay where it is made. The two connections are bare, and nothing of them
 * stays in the pooler's sessions.
 * @throws StartupError
 */
export async function refuseSharedSessions(first: pg.Client, second: pg.Client, { server }: Target): Promise<void> {
  if (!(await shareSessions(first, second))) return;
  throw new StartupError(
    `The connection pooler at ${server} shares sessions between its clients, as PgBouncer does with pool_mode transaction or statement: set it to session, or let DATABASE_URL lead to PostgreSQL itself.`,
  );
}

async function shareSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const own = await sessionOf(first);
  if ((await sessionOf(first)) !== own) return true;
  try {
    // A pooler that shares gives the second client the session that the first one has just left,
    // or another one to the first client as long as the second keeps it.
    await second.query('BEGIN');
    const isShared = (await sessionOf(second)) === own || (await sessionOf(first)) !== own;
    await second.query('ROLLBACK');
    return isShared;
  } catch (error) {
    // PgBouncer ends a transaction of several messages where it shares by the statement.
    if (codeOf(error) === '08P01') return true;
    throw error;
  }
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
