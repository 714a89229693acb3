import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from '@playwright/test';

import { figuresRow, inRounds } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import type { Session, WebWorld } from './world.ts';

const rounds = 15;
/** Kilobytes of gzipped script: of a way in, of the log, and of any other page. */
const budgetKb = { entry: 185, log: 228, page: 225 };

/** A page counts as shown once `count` elements match `selector`. */
type Wanted = { url: string; selector: string; count: number; session?: Session; budget?: number };

/** Times in milliseconds since the navigation began, and gzipped bytes of script. */
type Load = { firstPaintMs: number; largestPaintMs: number; shownMs: number; scriptBytes: number };

/**
 * Compares paints and first rows of the pages that people open first with those of a static page of
 * as many rows, alternating between them, and the scripts of all pages with their budgets.
 */
export async function measureLoads(world: WebWorld): Promise<Result[]> {
  const { browser, console: operator, dashboard: member, account, progress } = world;
  const plain = await serveStaticPage();
  const table = { selector: 'tbody tr', count: 1 };
  const cards = { selector: 'main section', count: 2 };
  const inConsole = (path: string, shown = table): Wanted => ({
    url: `${operator.origin}${path}`,
    ...shown,
    session: operator.session,
  });
  const inDashboard = (path: string, shown = table): Wanted => ({
    url: `${member.origin}${path}`,
    ...shown,
    session: member.session,
  });
  const own = `/a/${account}`;
  const entry = { selector: 'input', budget: budgetKb.entry };
  const pages: Readonly<Record<string, Wanted>> = {
    plain: { url: plain.url, ...table, count: 50 },
    'the console’s accounts': inConsole('/accounts', { ...table, count: 50 }),
    'the console’s page of an account': inConsole(`/accounts/${account}`, { selector: '[role="meter"]', count: 1 }),
    'the console’s sites of an account': inConsole(`/accounts/${account}?tab=sites`, { ...table, count: 20 }),
    'the console’s record': inConsole('/actions'),
    'the console’s sign-in': { url: `${operator.origin}/login`, ...entry, count: 1 },
    'the log': {
      ...inDashboard(`${own}/log`, { selector: '[data-testid="events"] tr[data-row]', count: 10 }),
      budget: budgetKb.log,
    },
    'the sites': inDashboard(`${own}/sites`, { ...table, count: 20 }),
    'the groups': inDashboard(`${own}/groups`),
    'the usage': inDashboard(`${own}/usage`, cards),
    'the API keys': inDashboard(`${own}/settings/keys`, { ...cards, count: 1 }),
    'the members': inDashboard(`${own}/settings/members`),
    'the record': inDashboard(`${own}/settings/record`),
    'one’s own page': inDashboard('/me', cards),
    'the sign-in': { url: `${member.origin}/sign-in`, ...entry, count: 2 },
    'the page that joins': { url: `${member.origin}/join`, selector: 'main p', count: 1, budget: budgetKb.entry },
  };
  const names = Object.keys(pages);
  const found = await inRounds(rounds, progress, async () => {
    const round = new Map<string, Load>();
    for (const [name, page] of Object.entries(pages)) round.set(name, await load(browser, page));
    return round;
  });
  plain.close();
  const values = (name: string, what: keyof Load): number[] => found.map((round) => round.get(name)?.[what] ?? NaN);
  const row = (what: string, above: [string, keyof Load], below: keyof Load, atMost: number): Result =>
    figuresRow(
      `${what} ÷ ${below === 'firstPaintMs' ? 'first' : 'largest'} paint of a bare page`,
      // The goal applies to the medians: single loads of a browser vary by a frame or two.
      [{ above: median(values(...above)), below: median(values('plain', below)) }],
      ['above', 'below'],
      { unit: 'ms', goal: { atMost } },
    );
  return [
    row('50 accounts shown in the console', ['the console’s accounts', 'shownMs'], 'largestPaintMs', 15),
    row('first paint of the log, signed in', ['the log', 'firstPaintMs'], 'firstPaintMs', 5),
    row('first rows of the log, signed in', ['the log', 'shownMs'], 'firstPaintMs', 8),
    ...names.slice(1).map((name): Result => {
      const [budget, kilobytes] = [pages[name]?.budget ?? budgetKb.page, median(values(name, 'scriptBytes')) / 1000];
      return {
        what: `gzipped script of ${name} ÷ ${budget} kB`,
        figures: `${kilobytes.toFixed(1)} kB`,
        ratios: [kilobytes / budget],
        goal: { atMost: 1 },
      };
    }),
  ];
}

/** Serves the smallest page that shows 50 rows: one document, no script, no style. */
async function serveStaticPage(): Promise<{ url: string; close: () => void }> {
  const row = (_: unknown, n: number): string =>
    `<tr><td>${n}</td><td>site${n}.example.com</td><td>active</td><td>2 minutes ago</td></tr>`;
  const body = Array.from({ length: 50 }, row).join('');
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Sites</title><table><tbody>${body}</tbody></table></html>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}

/** Loads a page in a fresh browser context with an empty cache, signed in if `session` is given. */
async function load(browser: Browser, { url, session, selector, count }: Wanted): Promise<Load> {
  const context = await browser.newContext(session === undefined ? {} : { storageState: session });
  try {
    const page = await context.newPage();
    await watch(page, { selector, count });
    await page.goto(url, { waitUntil: 'commit' });
    const shownMs = await page.evaluate(() => globalThis.goalBench.shown);
    await page.waitForLoadState('networkidle');
    return { ...(await paints(page)), shownMs };
  } finally {
    await context.close();
  }
}

declare global {
  // Set in the page by the script of `watch`.
  var goalBench: { shown: Promise<number>; largest: number };
}

/** Installs a script in the page that records when it is shown, and its largest paint. */
async function watch(page: Page, wanted: Pick<Wanted, 'selector' | 'count'>): Promise<void> {
  await page.addInitScript(({ selector, count }) => {
    const check = (found: (at: number) => void): void => {
      if (document.querySelectorAll(selector).length >= count) found(performance.now());
      else requestAnimationFrame(() => check(found));
    };
    globalThis.goalBench = { shown: new Promise(check), largest: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.goalBench.largest = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  }, wanted);
}

async function paints(page: Page): Promise<Omit<Load, 'shownMs'>> {
  return page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    largestPaintMs: globalThis.goalBench.largest,
    scriptBytes: performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && new URL(entry.name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0),
  }));
}
