import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { tailDays } from './commits.ts';
import type { BenchServer } from './database.ts';
import { loadDataSet } from './load.ts';
import { planSites, storePopulation, type PlannedSite } from './population.ts';
import { randomFrom } from './random.ts';
import { sizes, type Size } from './sizes.ts';
import { extentOf, tidy, type Extent } from './tidy.ts';

/** Raise this whenever the bench would load different rows. */
const version = 1;

/** Describes a data set, in the comment of its database. */
type Manifest = { version: number; migrations: string; secret: string } & Extent;

/** `planned` are the planned sites of a data set without events. */
export type DataSet = { url: string; secret: string; planned?: readonly PlannedSite[] };

/** Long enough for any statement on the largest data set. */
const statementTimeoutMs = 3_600_000;

/**
 * Opens the data set of that name as it was loaded: reuses that of an earlier run if program and
 * schema are the same, or else loads it. Removes everything that earlier runs sent or registered.
 */
export async function openDataSet(
  server: BenchServer,
  { name, size }: { name: string; size: Size },
  step: (name: string) => (done: string) => void,
): Promise<DataSet> {
  const database = `events_${name}`;
  const migrations = await migrationsOf(await server.fresh('empty'));
  const known = await server.commentOf(database);
  // The cast trusts the comment, which only the bench writes.
  const kept = known === undefined ? undefined : (JSON.parse(known) as Manifest);
  if (kept?.version === version && kept.migrations === migrations) {
    const url = server.urlOf(database);
    step(`Removing what earlier runs left in the data set ${name}`);
    await withClient(url, (client) => tidy(client, kept));
    return { url, secret: kept.secret };
  }
  step(`Loading the data set ${name}, once`);
  const url = await server.fresh(database);
  const secret = randomBytes(16).toString('hex');
  const manifest = await withClient(url, async (client): Promise<Manifest> => {
    const newest = await loadDataSet(client, size, secret, step);
    return { version, migrations, secret, ...(await extentOf(client, newest)) };
  });
  await server.comment(database, JSON.stringify(manifest));
  return { url, secret };
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
