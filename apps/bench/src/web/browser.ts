import { existsSync } from 'node:fs';

import { StartupError } from '@goal/db';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';

const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/**
 * Opens the Chromium at `named`, the system's, or Playwright's own. Throws `StartupError` if there
 * is none.
 */
export async function openBrowser(named: string | undefined): Promise<Browser> {
  const executablePath = [named, ...systemPaths, chromium.executablePath()].find(
    (file) => file !== undefined && existsSync(file),
  );
  if (executablePath === undefined)
    throw new StartupError(
      'The bench needs a Chromium: apt-get install chromium-headless-shell, or set CHROMIUM_PATH to one.',
    );
  return chromium.launch({ executablePath, args: flags });
}

/** A page counts as shown once `count` elements match `selector`. */
export type Shown = { selector: string; count: number };

/** Times in milliseconds since the navigation began, and gzipped bytes of script. */
export type Load = { firstPaintMs: number; largestPaintMs: number; shownMs: number; scriptBytes: number };

/** The cookies and storage of a signed-in browser. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Loads a page in a fresh browser context with an empty cache, signed in if `session` is given. */
export async function load(browser: Browser, url: string, shown: Shown, session: Session | undefined): Promise<Load> {
  const context = await browser.newContext(session === undefined ? {} : { storageState: session });
  try {
    const page = await context.newPage();
    await watch(page, shown);
    await page.goto(url, { waitUntil: 'commit' });
    const shownMs = await whenShown(page);
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
async function watch(page: Page, wanted: Shown): Promise<void> {
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

async function whenShown(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.goalBench.shown);
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
