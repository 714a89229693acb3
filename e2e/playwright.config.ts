import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

import { isOfRun } from '@goal/db/testing/long-run';
import { defineConfig } from '@playwright/test';

import { testLimitMs, waitLimitMs } from './service/until.ts';

/** The browser that `npm test` found; without one Playwright uses its own. */
const executablePath = process.env['CHROMIUM_PATH'];

/** The files with a service of their own come first: one by one at the end they would run alone. */
const withOwnService = [
  'dashboard/demo.long.test.ts',
  'dashboard/first-person.long.test.ts',
  'dashboard/mail-and-sso.long.test.ts',
  'dashboard/mail-and-sso.all.test.ts',
  'dashboard/single-sign-on.long.test.ts',
  'dashboard/single-sign-on.all.test.ts',
  'journeys/outage.long.test.ts',
  'journeys/plans.long.test.ts',
];

const files = ['journeys', 'dashboard']
  .flatMap((folder) => readdirSync(path.join(import.meta.dirname, folder)).map((name) => `${folder}/${name}`))
  .filter((file) => isOfRun(path.join(import.meta.dirname, file)));

/** A person at the console or the dashboard, against the real service: `npm test -- e2e`. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'own service', testMatch: files.filter((file) => withOwnService.includes(file)) },
    { name: 'one service', testMatch: files.filter((file) => !withOwnService.includes(file)) },
  ],
  outputDir: 'test-results',
  globalSetup: './service/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // One more than there are cores, because each worker waits at times.
  workers: Math.min(3, availableParallelism() + 1),
  timeout: testLimitMs,
  expect: { timeout: waitLimitMs },
  reporter: 'list',
  use: {
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // Chromium keeps the compiled code of scripts in its cache once a page is idle. Without
        // this it keeps no function that runs after its script has loaded, as ours do, and compiles
        // them for each page again. The switch replaces Playwright’s own, whose features come
        // first.
        '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,CacheCodeOnIdle:delay/1/service-worker-only/false',
        // The toolbars of the browser are pages too, although nobody sees them here: half the cost
        // of a new window.
        '--disable-features=InitialWebUI,WebUIReloadButton,WebUIToolbar,WebUIOmniboxPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI,SpareRendererForSitePerProcess',
      ],
    },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
});
