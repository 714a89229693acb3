import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createAdminToken } from '@goal/core';
import { openDatabase } from '@goal/db';
import pg from 'pg';

import { busyCores } from '../machine.ts';
import { openProgress } from '../progress.ts';
import type { Result } from '../report.ts';
import { guarded, type Closing, type Run } from '../run.ts';
import { openBrowser } from '../web/browser.ts';
import { openDataSet } from '../world/data-set.ts';
import { openBenchServer } from '../world/database.ts';
import { openHttp } from '../world/http.ts';
import { readPopulation } from '../world/population.ts';
import { at } from '../world/random.ts';
import { startService } from '../world/service.ts';
import { dashboardSize } from '../world/sizes.ts';
import { measureCalls } from './calls.ts';
import { measureCounts } from './counts.ts';
import { measureFilterChange, measureScrolling } from './explorer.ts';
import { measureLive, measureLongTail } from './live.ts';
import { measureLoads } from './loads.ts';
import { makeOwner } from './owner.ts';
import { measureSignIn } from './sign-in.ts';
import { measureStarts } from './starts.ts';
import type { DashboardWorld } from './world.ts';

/** In the order of the table. */
const measures = {
  loads: { says: 'Loading pages', run: measureLoads },
  filters: { says: 'Changing filters', run: measureFilterChange },
  counts: { says: 'Counting', run: measureCounts },
  calls: { says: 'Asking by session and by key', run: measureCalls },
  scrolling: { says: 'Scrolling', run: measureScrolling },
  live: { says: 'Following single events', run: measureLive },
  tail: { says: 'Following 100 events a second', run: measureLongTail },
  'sign-in': { says: 'Signing in', run: measureSignIn },
  starts: { says: 'Starting with and without the dashboard', run: measureStarts },
} as const satisfies Record<string, { says: string; run: (world: DashboardWorld) => Promise<Result | Result[]> }>;
export type DashboardMeasure = keyof typeof measures;
// The keys of `measures`, whose type Object.keys forgets.
export const dashboardMeasures = Object.keys(measures) as DashboardMeasure[];

export type DashboardOptions = {
  dataDir: string;
  chromium: string | undefined;
  only: readonly DashboardMeasure[];
  /** How long the live log is followed at 100 events a second. */
  tailMinutes: number;
};

/**
 * Measures the customers' dashboard in a real browser with an account of 10 million events: paints,
 * bytes, filters, counts, scrolling, the live log, the sign-in, and what it adds to a start, as
 * ratios to references of the same run. Throws `StartupError` without a Chromium and `Interrupted`
 * on a signal.
 */
export function benchDashboard(options: DashboardOptions): Promise<Run> {
  return guarded((closing) => run(options, closing));
}

async function run({ dataDir, chromium, only, tailMinutes }: DashboardOptions, closing: Closing): Promise<Run> {
  const { step } = openProgress();
  mkdirSync(dataDir, { recursive: true });
  const browser = await openBrowser(chromium);
  closing.unshift(() => browser.close());
  const server = await openBenchServer(dataDir);
  closing.unshift(server.close);
  const set = await openDataSet(server, { name: 'dashboard', size: dashboardSize }, step);
  const emptyUrl = await server.fresh('dashboard_starts');
  const opened = await openWorld(set, { dataDir, browser }, closing);
  const busy: number[] = [];
  const results: Result[] = [];
  for (const name of only) {
    const { says, run: measure } = measures[name];
    const progress = step(says);
    busy.push(await busyCores());
    results.push(...[await measure({ ...opened, dataDir, emptyUrl, tailMinutes, progress })].flat());
  }
  return { results, postgres: server.version, busyCores: busy };
}

/** Starts the service with its dashboard on the data set, and makes the owners of two accounts. */
async function openWorld(
  { url, secret }: { url: string; secret: string },
  { dataDir, browser }: Pick<DashboardWorld, 'browser'> & { dataDir: string },
  closing: Closing,
): Promise<Omit<DashboardWorld, 'progress' | 'dataDir' | 'emptyUrl' | 'tailMinutes'>> {
  const db = openDatabase({ url, name: 'goal (bench)' });
  closing.unshift(() => db.close());
  const plain = new pg.Pool({ connectionString: url, max: 1, statement_timeout: 120_000 });
  closing.unshift(() => plain.end());
  const population = await readPopulation(plain, secret);
  const service = await startService(url, path.join(dataDir, 'dashboard.log'), { withDashboard: true });
  closing.unshift(service.stop);
  const http = openHttp(service.origin, 8);
  closing.unshift(http.close);
  const dashboard = await service.dashboard();
  const asked = { name: 'bench', scope: 'admin:write' } as const;
  const { token } = await createAdminToken({ db }, { kind: 'cli', name: 'bench' }, asked);
  const owned = async (index: number): Promise<DashboardWorld['large']> => {
    const account = at(population.accounts, index);
    const email = `dashboard${index}@bench.example.com`;
    return { ...account, owner: await makeOwner(browser, { service, dashboard, token }, { id: account.id, email }) };
  };
  return { browser, service, dashboard, http, db, population, large: await owned(0), small: await owned(1) };
}
