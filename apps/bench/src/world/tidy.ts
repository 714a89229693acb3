import type pg from 'pg';

import { sumDays } from './counters.ts';

/** The first id of rows that the bench stores itself; no counter includes these rows. */
export const ownIds = 2 ** 51;

/**
 * The last event id, account, site and day of arrival of a data set. A run has left everything
 * beyond them.
 */
export type Extent = { newest: number; account: number; site: number; day: string };

/** The extent of a data set that was just loaded. */
export async function extentOf(client: pg.ClientBase, newest: number): Promise<Extent> {
  const { rows } = await client.query<Omit<Extent, 'newest'>>(
    'SELECT (SELECT max(no) FROM account) AS account, (SELECT max(no) FROM site) AS site, (SELECT max(day)::text FROM accepted) AS day',
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a query of a data set returned no row');
  return { newest, ...found };
}

/** Removes everything beyond the extent of the data set and corrects its counters. */
export async function tidy(client: pg.Client, { newest, account, site, day }: Extent): Promise<void> {
  await client.query('BEGIN');
  // Forces the index of each account: any other plan would read millions of old events.
  for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`SET LOCAL enable_${way} = off`);
  const { rowCount } = await client.query(
    `WITH a AS MATERIALIZED (SELECT no FROM account UNION SELECT account FROM gone_account),
       d AS (DELETE FROM event e USING a WHERE e.account = a.no AND e.id > $1 RETURNING e.id, e.account, e.site, e.occurred_at, e.severity)
     INSERT INTO kept AS k (account, site, day, severity, n)
     SELECT account, site, (occurred_at AT TIME ZONE 'utc')::date, severity, -count(*) FILTER (WHERE id < $2) FROM d GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
     ON CONFLICT (account, site, day, severity) DO UPDATE SET n = k.n + excluded.n`,
    [newest, ownIds],
  );
  for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`SET LOCAL enable_${way} = on`);
  await client.query('DELETE FROM kept WHERE n <= 0 OR site > $1', [site]);
  await client.query('DELETE FROM accepted WHERE day > $1', [day]);
  await sumDays(client);
  await client.query('DELETE FROM tail WHERE first_id > $1', [newest]);
  await client.query(
    'UPDATE tail_head h SET last = t.last FROM (SELECT account, max(seq) AS last FROM tail GROUP BY 1) t WHERE t.account = h.account',
  );
  await tidyLogs(client);
  for (const table of ['tail_head', 'dictionary', 'dictionary_head', ...tablesOfLog])
    await client.query(`DELETE FROM ${table} WHERE account > $1`, [account]);
  for (const table of ['gone_site', 'gone_account', 'admin_token', 'invitation', 'person', 'action', 'export'])
    await client.query(`DELETE FROM ${table}`);
  await client.query('DELETE FROM site WHERE no > $1', [site]);
  await client.query('DELETE FROM account WHERE no > $1', [account]);
  await client.query('COMMIT');
  if (rowCount !== null && rowCount > 0) await client.query('VACUUM (ANALYZE)');
}

const tablesOfLog = ['log_entries', 'log_tile', 'log_site', 'log_salt', 'log_salt_kept', 'log_check', 'log_head'];

/** Lets each signed log go on from where its tail ends now. What a run sealed stays in it. */
async function tidyLogs(client: pg.Client): Promise<void> {
  for (const table of ['log_outbox', 'log_purge']) await client.query(`TRUNCATE ${table}`);
  await client.query(
    'UPDATE log_head h SET seq = coalesce((SELECT last FROM tail_head t WHERE t.account = h.account), 0) WHERE era <> 0',
  );
}
