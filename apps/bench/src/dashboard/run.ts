import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createAdminToken } from '@goal/core';
import { openDatabase } from '@goal/db';

import { busyCores } from '../machine.ts';
import { openProgress } from '../progress.ts';
import { guarded, type Closing, type Run } from '../run.ts';
import { openBrowser } from '../web/browser.ts';
import { openBenchServer } from '../world/database.ts';
import { startService } from '../world/service.ts';
import { measureLoads } from './loads.ts';
import { makeOwner } from './owner.ts';
import { measureSignIn } from './sign-in.ts';
import { measureStarts } from './starts.ts';

/**
 * Measures the customers' dashboard in a real browser: paints, bytes, the sign-in and what it adds
 * to a start, as ratios to references of the same run. Throws `StartupError` without a Chromium and
 * `Interrupted` on a signal.
 */
export function benchDashboard(options: { dataDir: string; chromium: string | undefined }): Promise<Run> {
  return guarded((closing) => run(options, closing));
}

async function run(
  { dataDir, chromium }: { dataDir: string; chromium: string | undefined },
  closing: Closing,
): Promise<Run> {
  const { step } = openProgress();
  mkdirSync(dataDir, { recursive: true });
  const browser = await openBrowser(chromium);
  closing.unshift(() => browser.close());
  step('A fresh database, and an owner of an account');
  const server = await openBenchServer(dataDir);
  closing.unshift(server.close);
  const url = await server.fresh('dashboard');
  const busy = [await busyCores()];
  const starts = await measureStarts({ url, dataDir, progress: step('Starting with and without the dashboard') });
  const service = await startService(url, path.join(dataDir, 'dashboard.log'), { withDashboard: true });
  closing.unshift(service.stop);
  const dashboard = await service.dashboard();
  const world = {
    browser,
    dashboard,
    ...(await makeOwner(browser, { service, dashboard, token: await tokenOf(url) })),
  };
  busy.push(await busyCores());
  const loads = await measureLoads({ ...world, progress: step('Loading pages') });
  busy.push(await busyCores());
  const signIn = await measureSignIn({ ...world, progress: step('Signing in') });
  return { results: [...loads, signIn, ...starts], postgres: server.version, busyCores: busy };
}

/** An operator's token for the database. */
async function tokenOf(url: string): Promise<string> {
  const db = openDatabase({ url, name: 'goal (bench)' });
  try {
    const asked = { name: 'bench', scope: 'admin:write' } as const;
    return (await createAdminToken({ db }, { kind: 'cli', name: 'bench' }, asked)).token;
  } finally {
    await db.close();
  }
}
