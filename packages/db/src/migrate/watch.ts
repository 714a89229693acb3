import type pg from 'pg';

import { shown, silenceMs, type Holder, type Waiting } from './lock.ts';

/**
 * Watches the session that migrates by another one: tells once for whom a migration waits, and
 * cancels its statement when the signal says so. A migration is one transaction, so it is undone.
 */
export async function watchMigration(
  client: pg.Client,
  session: pg.Client,
  { tell, signal }: Waiting,
): Promise<{ stop: () => Promise<void> }> {
  const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid;
  let asking: Promise<void> = Promise.resolve();
  // One question at a time. A failure tells itself by the session that migrates.
  const ask = (work: () => Promise<void>): void => {
    asking = asking.then(work).catch(() => {});
  };
  const cancel = (): void =>
    ask(async () => {
      await client.query('SELECT pg_cancel_backend($1::int)', [pid]);
    });
  const look = async (): Promise<void> => {
    const { rows } = await client.query<Holder & { what: string }>(asksHolder, [pid]);
    const [holder] = rows;
    if (holder === undefined) return;
    clearInterval(timer);
    tell?.(`A migration waits for ${holder.what}, which ${shown(holder, false)} holds.`);
  };
  const timer = setInterval(() => ask(look), silenceMs);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted === true) cancel();
  return {
    async stop() {
      clearInterval(timer);
      signal?.removeEventListener('abort', cancel);
      await asking;
    },
  };
}

const asksHolder = `SELECT b.pid, b.application_name AS name, b.backend_start AS since, (
    SELECT coalesce('the table ' || l.relation::regclass, 'a lock') FROM pg_locks l WHERE l.pid = $1 AND NOT l.granted LIMIT 1) AS what
  FROM unnest(pg_blocking_pids($1::int)) AS p (pid) JOIN pg_stat_activity b USING (pid) LIMIT 1`;
