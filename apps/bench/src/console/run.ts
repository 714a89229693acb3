import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { countUse, createAdminToken } from '@goal/core';
import { openDatabase } from '@goal/db';
import pg from 'pg';

import { busyCores } from '../machine.ts';
import { floodRow } from '../measures/flood.ts';
import { openProgress } from '../progress.ts';
import { guarded, type Closing, type Run } from '../run.ts';
import { openBrowser } from '../web/browser.ts';
import { openBenchServer } from '../world/database.ts';
import { startService } from '../world/service.ts';
import { fillForConsole } from './data.ts';
import { measureLoads } from './loads.ts';
import { measureRetention } from './retention.ts';
import { measureSearch } from './search.ts';
import { measureSorts } from './sorts.ts';
import { signIn } from './session.ts';
import type { Side } from './world.ts';

/**
 * Measures the operator console in a real browser: bytes, paints, search and large accounts, as
 * ratios to references of the same run. Throws `StartupError` without a Chromium and `Interrupted`
 * on a signal.
 */
export function benchConsole(options: { dataDir: string; chromium: string | undefined }): Promise<Run> {
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
  step('Two fresh databases, of 50,000 and of 500 accounts');
  const server = await openBenchServer(dataDir);
  closing.unshift(server.close);
  const busy = [await busyCores()];
  const open = async (url: string, accounts: number, name: string): Promise<Side> => {
    const pool = new pg.Pool({ connectionString: url, max: 1, query_timeout: 300_000 });
    const db = openDatabase({ url, name: 'goal (bench)' });
    try {
      const data = await fillForConsole(pool, accounts);
      await countUse({ db });
      const { token } = await createAdminToken(
        { db },
        { kind: 'cli', name: 'bench' },
        { name: 'bench', scope: 'admin:read' },
      );
      const withConsole = name === 'many';
      const service = await startService(url, path.join(dataDir, `console-${name}.log`), { withConsole });
      closing.unshift(service.stop);
      return { service, data, token };
    } finally {
      await pool.end();
      await db.close();
    }
  };
  const manyAccounts = await open(await server.fresh('console_many'), 50_000, 'many');
  const fewAccounts = await open(await server.fresh('console_few'), 500, 'few');
  const console = await manyAccounts.service.console();
  const session = await signIn(browser, console, manyAccounts.token);
  const world = { browser, console, session, manyAccounts, fewAccounts };
  const results = [
    ...(await measureLoads({ ...world, progress: step('Loading pages') })),
    ...(await measureSearch({ ...world, progress: step('Searching') })),
    ...(await measureSorts({ ...world, progress: step('Sorting accounts') })),
    ...(await measureRetention({ ...world, progress: step('Asking for retention') })),
    await floodRow({
      origin: console,
      floodPath: '/login',
      timedPath: '/api/health',
      what: "the console's /api/health",
      progress: step('One packet of 1,600 requests each second'),
    }),
  ];
  return { results, postgres: server.version, busyCores: busy };
}
