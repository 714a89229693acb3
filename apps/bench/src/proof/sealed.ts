import type pg from 'pg';

import { until } from '../streams/making.ts';

/** Accounts whose newest log lacks a commit, or that have no log yet. */
const behind = `SELECT FROM account a LEFT JOIN tail_head t ON t.account = a.no
  LEFT JOIN (SELECT DISTINCT ON (account) account, seq FROM log_head ORDER BY account, log DESC) l ON l.account = a.no
  WHERE l.seq IS DISTINCT FROM coalesce(t.last, 0) LIMIT 1`;

/** Waits until the logs of all accounts have everything that was stored. */
export async function untilSealed(plain: pg.Pool): Promise<void> {
  await until('the logs have everything', async () => (await plain.query(behind)).rowCount === 0);
}

/** The entries of an account's logs so far. */
export async function entriesOf(plain: pg.Pool, account: number): Promise<number> {
  const { rows } = await plain.query<{ size: number }>(
    'SELECT coalesce(sum(size), 0)::int AS size FROM log_head WHERE account = $1',
    [account],
  );
  return rows[0]?.size ?? 0;
}
