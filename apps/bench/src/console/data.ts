import type pg from 'pg';

/** The ids of two accounts among many small ones: one with 3,000 sites and one with 30. */
export type ConsoleData = { large: string; small: string };

const day = "interval '1 day'";

/**
 * Fills a database with `accounts` accounts of two sites each, and two accounts of 3,000 and 30
 * sites with 90 days of events each. Writes the counters directly: the console reads those, and
 * loading millions of events would only take time.
 */
export async function fillForConsole(pool: pg.Pool, accounts: number): Promise<ConsoleData> {
  await pool.query(
    `INSERT INTO account (email, plan, is_reseller, created_at)
     SELECT 'owner' || n || '@' || (ARRAY['garden', 'summer', 'winter', 'travel', 'recipe'])[1 + n % 5] || n % 97 || '.example.com',
       (ARRAY['free', 'starter', 'pro', 'agency'])[1 + n % 4], n % 50 = 0, now() - n * interval '7 minutes'
     FROM generate_series(1, $1) n`,
    [accounts],
  );
  await pool.query(
    `INSERT INTO site (account_no, domain, domain_scope, site_url, retention_days, created_at)
     SELECT a.no, 'site' || n || '.shop' || a.no || '.example.net', 0, 'https://site' || n || '.shop' || a.no || '.example.net', 30, a.created_at
     FROM account a CROSS JOIN generate_series(1, 2) n`,
  );
  const small = await insertActiveAccount(pool, 'small@bench.example.com', 30);
  const large = await insertActiveAccount(pool, 'large@bench.example.com', 3000);
  await pool.query('VACUUM (ANALYZE)');
  return { large, small };
}

/** Inserts an account whose sites have events on each day; returns its id. */
async function insertActiveAccount(pool: pg.Pool, email: string, sites: number): Promise<string> {
  const { rows } = await pool.query<{ rowId: number; id: string }>(
    `INSERT INTO account (email, plan, created_at) VALUES ($1, 'agency', now() - 400 * ${day}) RETURNING no AS "rowId", id::text`,
    [email],
  );
  const [account] = rows;
  if (account === undefined) throw new Error('an insert returned no row');
  await pool.query(
    `INSERT INTO site (account_no, domain, domain_scope, site_url, name, retention_days, created_at)
     SELECT $1::int, 'site' || n || '.account' || $1::int || '.example.org', 0, 'https://site' || n || '.example.org', 'Shop ' || n, 365,
       now() - 300 * ${day} + n * interval '1 minute' FROM generate_series(1, $2::int) n`,
    [account.rowId, sites],
  );
  // Events of three severities for every site and day.
  await pool.query(
    `INSERT INTO kept (account, site, day, severity, n)
     SELECT account_no, no, (now() AT TIME ZONE 'utc')::date - d, s, 1 + (no * 7 + d * 3 + s) % 40
     FROM site CROSS JOIN generate_series(0, 89) d CROSS JOIN generate_series(1, 3) s WHERE account_no = $1`,
    [account.rowId],
  );
  await pool.query(
    `INSERT INTO accepted (account, site, day, events, bytes)
     SELECT account, site, day, sum(n), sum(n) * 300 FROM kept WHERE account = $1 GROUP BY 1, 2, 3`,
    [account.rowId],
  );
  await pool.query(
    'INSERT INTO kept_day (account, day, severity, n) SELECT account, day, severity, sum(n) FROM kept WHERE account = $1 GROUP BY 1, 2, 3',
    [account.rowId],
  );
  await pool.query(
    'INSERT INTO accepted_day (account, day, events, bytes) SELECT account, day, sum(events), sum(bytes) FROM accepted WHERE account = $1 GROUP BY 1, 2',
    [account.rowId],
  );
  // The newest events, for the chart of codes: one and a half times the number that it counts at
  // most.
  await pool.query(
    `INSERT INTO event (id, occurred_at, code, user_id, account, site, severity, username, message)
     SELECT 1024 * $1::bigint * 100 + n, now() - n * interval '4 minutes', 1000 + n % 60, 1, $1::int, s.first + n % $2::int, 1 + n % 3, 'anna', 'Changed a post'
     FROM generate_series(1, 30000) n, (SELECT min(no) AS first FROM site WHERE account_no = $1::int) s`,
    [account.rowId, sites],
  );
  await pool.query(
    'INSERT INTO site_arrival (site_no, last_accepted_at) SELECT no, now() FROM site WHERE account_no = $1',
    [account.rowId],
  );
  return account.id;
}
