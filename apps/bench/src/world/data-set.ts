import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { sumDays } from './counters.ts';
import type { BenchServer } from './database.ts';
import { loadDataSet } from './load.ts';
import { planSites, storePopulation, type PlannedSite } from './population.ts';
import { randomFrom } from './random.ts';
import { sizes, type SizeName } from './sizes.ts';

/** Raised when another program would load other rows. */
const version = 1;

/** What belongs to a data set, as the comment of its database says: what lies beyond it was left by a run. */
type Manifest = {
  version: number;
  migrations: string;
  secret: string;
  newest: number;
  account: number;
  site: number;
  day: string;
};

/** Ids that the bench itself gives to rows it stores beside the service begin here: no counter has them. */
export const ownIds = 2 ** 51;

/** `planned`: what its sites shall have, where there are no events yet. */
export type DataSet = { url: string; secret: string; planned?: readonly PlannedSite[] };

/** A long statement of the largest data set, in milliseconds. */
const longest = 3_600_000;

/**
 * The data set of that size, as it was loaded: kept from an earlier run where program and schema are the same, else loaded anew. What an earlier run
 * sent or registered is taken away.
 */
export async function openDataSet(
  server: BenchServer,
  name: SizeName,
  step: (name: string) => (done: string) => void,
): Promise<DataSet> {
  const database = `events_${name}`;
  const migrations = await migrationsOf(await server.fresh('empty'));
  const known = await server.commentOf(database);
  // Written by this program alone.
  const kept = known === undefined ? undefined : (JSON.parse(known) as Manifest);
  if (kept?.version === version && kept.migrations === migrations) {
    const url = server.urlOf(database);
    step(`The data set ${name} is there; what earlier runs left is taken away`);
    await withClient(url, (client) => tidy(client, kept));
    return { url, secret: kept.secret };
  }
  step(`The data set ${name} is loaded, once`);
  const url = await server.fresh(database);
  const secret = randomBytes(16).toString('hex');
  const manifest = await withClient(url, async (client): Promise<Manifest> => {
    const newest = await loadDataSet(client, sizes[name], secret, step);
    const { rows } = await client.query<{ account: number; site: number; day: string }>(
      'SELECT (SELECT max(no) FROM account) AS account, (SELECT max(no) FROM site) AS site, (SELECT max(day)::text FROM accepted) AS day',
    );
    return { version, migrations, secret, newest, ...{ account: 0, site: 0, day: '' }, ...rows[0] };
  });
  await server.comment(database, JSON.stringify(manifest));
  return { url, secret };
}

/** The population of the smallest data set in a fresh database, without events. */
export async function openEmptySet(server: BenchServer, database: string): Promise<DataSet> {
  const url = await server.fresh(database);
  const secret = randomBytes(16).toString('hex');
  const planned = planSites(sizes.smoke, randomFrom(1));
  await withClient(url, (client) => storePopulation(client, planned, secret));
  return { url, secret, planned };
}

/** Does the work on a session that may take long, and much memory. */
async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const options = '-c maintenance_work_mem=1GB -c work_mem=256MB';
  const client = new pg.Client({ connectionString: url, query_timeout: longest, options });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function migrationsOf(url: string): Promise<string> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ all: string }>(
      `SELECT string_agg(migration_name || ' ' || checksum, ', ' ORDER BY migration_name) AS all FROM _prisma_migrations`,
    );
    return rows[0]?.all ?? '';
  });
}

/** Takes away what lies beyond the data set, and counts anew what was counted for it. */
async function tidy(client: pg.Client, { newest, account, site, day }: Manifest): Promise<void> {
  await client.query('BEGIN');
  // By the key of each account: nothing else tells new events from millions of old ones.
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
  for (const table of ['tail_head', 'dictionary', 'dictionary_head'])
    await client.query(`DELETE FROM ${table} WHERE account > $1`, [account]);
  for (const table of ['gone_site', 'gone_account', 'admin_token', 'action'])
    await client.query(`DELETE FROM ${table}`);
  await client.query('DELETE FROM site WHERE no > $1', [site]);
  await client.query('DELETE FROM account WHERE no > $1', [account]);
  await client.query('COMMIT');
  if (rowCount !== null && rowCount > 0) await client.query('VACUUM (ANALYZE)');
}
