import { existsSync } from 'node:fs';

import { createAdminToken } from '@goal/core';
import { StartupError } from '@goal/db';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';

import { chromiumPath } from '../env.ts';
import type { Side } from '../measures/world.ts';
import type { Opening } from '../part.ts';
import type { Say } from '../run.ts';
import { openSide } from '../size-parts.ts';
import { openDataSet } from '../world/data-set.ts';
import { at } from '../world/random.ts';
import { sizes } from '../world/sizes.ts';

/** The cookies and storage of a signed-in browser. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A web app, and a browser's session of somebody who may use it. */
type App = { origin: string; session: Session };

export type WebWorld = {
  browser: Browser;
  /** For an operator. */
  console: App;
  /** For the owner of the largest account. */
  dashboard: App;
  /** The id of that account. */
  account: string;
  /** A migrated database without rows. */
  emptyUrl: string;
  /** A folder for logs. */
  dataDir: string;
  progress: Say;
};

const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/**
 * Starts the service with both web apps on the data set of a million events, and signs an operator
 * and an owner in. Throws `StartupError` without a Chromium.
 */
export async function openWeb(opening: Opening): Promise<Omit<WebWorld, 'progress'>> {
  const { server, dataDir, step, closing } = opening;
  const executablePath = [chromiumPath(), ...systemPaths, chromium.executablePath()].find(
    (file) => file !== undefined && existsSync(file),
  );
  if (executablePath === undefined)
    throw new StartupError(
      'The bench needs a Chromium: apt-get install chromium-headless-shell, or set CHROMIUM_PATH to one.',
    );
  const browser = await chromium.launch({ executablePath, args: flags });
  closing.unshift(() => browser.close());
  const set = await openDataSet(server, { name: '1m', size: sizes['1m'] }, step);
  const emptyUrl = await server.fresh('web_starts');
  const side = await openSide(set, opening, 'web', { withConsole: true, withDashboard: true });
  const actor = { kind: 'cli', name: 'bench' } as const;
  const { token } = await createAdminToken({ db: side.db }, actor, { name: 'bench', scope: 'admin:write' });
  const [console, dashboard] = [await side.service.console(), await side.service.dashboard()];
  const { id } = at(side.population.accounts, 0);
  return {
    browser,
    console: { origin: console, session: await signIn(browser, console, token) },
    dashboard: { origin: dashboard, session: await join(browser, dashboard, await invite(side, id, token)) },
    account: id,
    emptyUrl,
    dataDir,
  };
}

/** Signs in through the console's login page. */
async function signIn(browser: Browser, origin: string, token: string): Promise<Session> {
  const page = await browser.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Admin token').fill(token);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/accounts');
  const session = await page.context().storageState();
  await page.close();
  return session;
}

/** Invites somebody to an account as the operator. Returns the secret of the link. */
async function invite({ http }: Side, account: string, token: string): Promise<string> {
  const body = JSON.stringify({ email: `web${Date.now()}@bench.example.com` });
  const path = `/admin/accounts/${account}/invitations`;
  const answer = await http.send({ method: 'POST', path, token, body, expect: 201 });
  // The cast trusts the service's own answer.
  return new URL((JSON.parse(answer) as { link: string }).link).hash.slice(1);
}

/** Joins the account with a password. */
async function join(browser: Browser, origin: string, token: string): Promise<Session> {
  const context = await browser.newContext();
  const data = { token, password: 'four harbour bakery lamps' };
  const answer = await context.request.post(`${origin}/api/entry/join`, { headers: { origin }, data });
  if (!answer.ok()) throw new Error(`the owner did not come in: ${answer.status()} ${await answer.text()}`);
  const session = await context.storageState();
  await context.close();
  return session;
}
