import { existsSync } from 'node:fs';

import { StartupError } from '@goal/db';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** A Chromium of this machine, or Playwright's own. Throws `StartupError` where there is none. */
export async function openBrowser(named: string | undefined): Promise<Browser> {
  const executablePath = [named, ...places, chromium.executablePath()].find(
    (place) => place !== undefined && existsSync(place),
  );
  if (executablePath === undefined)
    throw new StartupError('A Chromium is needed: apt-get install chromium, or set CHROMIUM_PATH to one.');
  return chromium.launch({ executablePath, args: flags });
}

/** What a page must show before it counts as there. */
export type Shown = { selector: string; count: number };

/** Milliseconds since the navigation began, and gzipped bytes of script. */
export type Load = { firstPaint: number; largestPaint: number; shown: number; scriptBytes: number };

type State = BrowserContext extends { storageState: () => Promise<infer S> } ? S : never;

/** Loads a page in a browser that has seen nothing yet, signed in where `state` says so. */
export async function load(browser: Browser, url: string, shown: Shown, state: State | undefined): Promise<Load> {
  const context = await browser.newContext(state === undefined ? {} : { storageState: state });
  try {
    const page = await context.newPage();
    await watch(page, shown);
    await page.goto(url, { waitUntil: 'commit' });
    const at = await whenShown(page);
    await page.waitForLoadState('networkidle');
    return { ...(await paints(page)), shown: at };
  } finally {
    await context.close();
  }
}

declare global {
  // What the watching script leaves in the page.
  var goalBench: { shown: Promise<number>; largest: number };
}

/** Notes, from inside the page, when it first shows what it should, and its largest paint. */
async function watch(page: Page, wanted: Shown): Promise<void> {
  await page.addInitScript(({ selector, count }) => {
    const look = (found: (at: number) => void): void => {
      if (document.querySelectorAll(selector).length >= count) found(performance.now());
      else requestAnimationFrame(() => look(found));
    };
    globalThis.goalBench = { shown: new Promise(look), largest: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.goalBench.largest = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  }, wanted);
}

async function whenShown(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.goalBench.shown);
}

async function paints(page: Page): Promise<Omit<Load, 'shown'>> {
  return page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    largestPaint: globalThis.goalBench.largest,
    scriptBytes: performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && new URL(entry.name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0),
  }));
}
