import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { tailDays } from './commits.ts';
import type { BenchServer } from './database.ts';
import { loadDataSet } from './load.ts';
import { planSites, storePopulation, type PlannedSite } from './population.ts';
import { randomFrom } from './random.ts';
import { sizes, type Size } from './sizes.ts';

/** Raise this whenever the bench would load different rows. */
const version = 2;

/** Describes a data set, in the comment of its database. */
type Manifest = { version: number; migrations: string; secret: string };

/** `planned` are the planned sites of a data set without events. */
export type DataSet = { url: string; secret: string; planned?: readonly PlannedSite[] };

/** Long enough for any statement on the largest data set. */
const statementTimeoutMs = 3_600_000;

/**
 * Opens a copy of the data set of that name, so that no run finds what another one left. Loads it
 * once for a program and a schema.
 */
export async function openDataSet(
  server: BenchServer,
  { name, size }: { name: string; size: Size },
  step: (name: string) => (done: string) => void,
): Promise<DataSet> {
  const loaded = `events_${name}`;
  const migrations = await migrationsOf(await server.fresh('empty'));
  const known = await server.commentOf(loaded);
  // The cast trusts the comment, which only the bench writes.
  let kept = known === undefined ? undefined : (JSON.parse(known) as Manifest);
  if (kept?.version !== version || kept.migrations !== migrations) {
    step(`Loading the data set ${name}, once`);
    kept = { version, migrations, secret: randomBytes(16).toString('hex') };
    const { secret } = kept;
    await withClient(await server.fresh(loaded), (client) => loadDataSet(client, size, secret, step));
    await server.comment(loaded, JSON.stringify(kept));
  }
  step(`Copying the data set ${name}`);
  return { url: await server.copy(loaded, `run_${name}`), secret: kept.secret };
}

/**
 * Loads a new data set whose tails reach back to its first event, so that logs can begin with it.
 */
export async function openNewSet(
  server: BenchServer,
  { name, size }: { name: string; size: Size },
  step: (name: string) => (done: string) => void,
): Promise<DataSet> {
  const url = await server.fresh(name);
  const secret = randomBytes(16).toString('hex');
  await withClient(url, (client) => loadDataSet(client, size, secret, step, tailDays - 1));
  return { url, secret };
}

/**
 * Stores a population in a fresh database, without events; by default that of the smallest data
 * set.
 */
export async function openEmptySet(
  server: BenchServer,
  database: string,
  planned: readonly PlannedSite[] = planSites(sizes.smoke, randomFrom(1)),
): Promise<DataSet> {
  const url = await server.fresh(database);
  const secret = randomBytes(16).toString('hex');
  await withClient(url, (client) => storePopulation(client, planned, secret));
  return { url, secret, planned };
}

/** Runs work on a session that may take much time and memory. */
async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const options = '-c maintenance_work_mem=1GB -c work_mem=256MB';
  const client = new pg.Client({ connectionString: url, query_timeout: statementTimeoutMs, options });
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
