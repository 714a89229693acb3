import { test as base, type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

import { nobody, type Session } from '../service/sign-in.ts';
import { world } from '../service/world.ts';
import { type Faults, listen, watchFaults } from './faults.ts';
import { noteTime } from './worker-time.ts';

export { expect, type Locator, type Page, type Route } from '@playwright/test';

type Options = {
  /** The user of the browser: an operator with `admin:write` or `admin:read`, or nobody. */
  as: 'operator' | 'reader' | 'nobody';
};
type Fixtures = {
  /** Notes how long each test took, for `npm test -- --times`. */
  timed: void;
  /** Unexpected faults in the browser. They are checked after each test, which fails on any. */
  faults: Faults;
  /** Opens a page in a second browser with a session; its faults count, except `allowed` ones. */
  another: (session: Session, allowed?: readonly RegExp[]) => Promise<Page>;
};

/** Tabs that the tests of a worker share: one of an operator, one at the dashboard. */
type Shared = { tab: Page; dashboardTab: Page };

/** A test of a person at the console. Each test creates its own accounts. */
export const test = base.extend<Options & Fixtures, Shared>({
  as: ['operator', { option: true }],
  timed: [
    // oxlint-disable-next-line no-empty-pattern -- see baseURL
    async ({}, use, info) => {
      await use();
      noteTime(info.file);
    },
    { auto: true },
  ],
  // Playwright reads a fixture's dependencies from this pattern and accepts no other first
  // argument.
  baseURL: async ({ as: _ }, use) => use(world().console),
  storageState: async ({ as }, use) => use(as === 'nobody' ? nobody : world().sessions[as]),
  faults: [
    async ({ context }, use) => {
      const faults = await watchFaults(context, world().console);
      await use(faults);
      expect(faults.found(), 'faults in the browser').toEqual([]);
    },
    { auto: true },
  ],
  another: async ({ browser, faults: _ }, use) => {
    const opened: { context: BrowserContext; faults: Faults }[] = [];
    await use(async (session, allowed = []) => {
      const context = await openContext(browser, session);
      const faults = await watchFaults(context, world().console);
      for (const expected of allowed) faults.allow(expected);
      opened.push({ context, faults });
      return context.newPage();
    });
    for (const { context, faults } of opened) {
      await context.close();
      expect(faults.found(), 'faults in the second browser').toEqual([]);
    }
  },
  tab: [
    async ({ browser }, use) => {
      const context = await openContext(browser, world().sessions.operator);
      await watchFaults(context, world().console);
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  // Here and not beside the tests of the dashboard, because Playwright starts another worker for
  // tests with other fixtures of workers.
  dashboardTab: [
    async ({ browser }, use) => {
      const context = await openContext(browser, nobody, world().dashboard);
      await watchFaults(context, world().dashboard);
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
});

/**
 * A test in a tab that was used before, like an operator's tab: a new one would cost half a second
 * of processor time. The tab keeps nothing but its cache, and the page that the previous test left
 * unless the session changes. For tests that add no script to the browser.
 */
export const inUsedTab = test.extend({
  context: async ({ tab, as }, use) => {
    const context = tab.context();
    await tab.setViewportSize({ width: 1280, height: 800 });
    await tab.emulateMedia({ colorScheme: 'light' });
    await changeSession(tab, as === 'nobody' ? nobody : world().sessions[as]);
    await use(context);
    for (const other of context.pages()) if (other !== tab) await other.close();
    await tab.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    if (tab.url().startsWith(world().console)) await tab.evaluate(() => localStorage.clear());
  },
  page: async ({ tab, context: _ }, use) => use(tab),
  faults: ({ context, tab }, use) => useFaults(context, tab, world().console, use),
});

/** A test of a visitor of the service’s own pages, such as the guides, in a used tab. */
export const atService = inUsedTab.extend({
  as: 'nobody',
  faults: ({ context, tab }, use) => useFaults(context, tab, world().api, use),
});

/** Fails the test of a used tab on faults from its first navigation on. */
async function useFaults(
  context: BrowserContext,
  tab: Page,
  appUrl: string,
  use: (faults: Faults) => Promise<void>,
): Promise<void> {
  const faults = listen(context, appUrl);
  // Faults up to the first navigation belong to the previous test.
  tab.once('framenavigated', faults.forget);
  await use(faults);
  faults.stop();
  expect(faults.found(), 'faults in the browser').toEqual([]);
}

/** Gives a tab the cookies of a session, unless it has them. */
export async function changeSession(tab: Page, { cookies }: Session): Promise<void> {
  const context = tab.context();
  const values = (all: Session['cookies']): string => all.map(({ name, value }) => `${name}=${value}`).join();
  if (values(await context.cookies()) === values(cookies)) return;
  // The open page would ask for data and find itself signed out. This address is no page, and stays
  // in the tab's process.
  await tab.goto(`${world().console}/api/health`);
  await context.clearCookies();
  await context.addCookies(cookies);
}

const openContext = (browser: Browser, storageState: Session, baseURL = world().console): Promise<BrowserContext> =>
  browser.newContext({ baseURL, storageState, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Europe/Berlin' });
