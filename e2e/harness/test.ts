import { test as base, type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

import { nobody, type Session } from '../service/sign-in.ts';
import { world } from '../service/world.ts';
import { type Faults, watchFaults } from './faults.ts';

export { expect, type Locator, type Page, type Route } from '@playwright/test';

type Options = {
  /** Who sits at the browser: who may write, who may only read, or somebody who has not signed in. */
  as: 'operator' | 'reader' | 'nobody';
};
type Fixtures = {
  /** What nobody asked for; looked at after each test, which fails on it. */
  faults: Faults;
  /** A page of a second browser, signed in by a session; it is watched too, but for messages that belong to the test. */
  another: (session: Session, allowed?: readonly RegExp[]) => Promise<Page>;
};

/** A page that the tests of a worker have in common. */
type Shared = { lookout: { page: Page; faults: Faults } };

/** A test of a person at the console. Each makes its own accounts. */
export const test = base.extend<Options & Fixtures, Shared>({
  as: ['operator', { option: true }],
  // Playwright reads from the pattern what a fixture needs, and takes no other first argument.
  baseURL: async ({ as: _ }, use) => use(world().console),
  storageState: async ({ as }, use) => use(as === 'nobody' ? nobody : world().sessions[as]),
  faults: [
    async ({ context }, use) => {
      const faults = await watchFaults(context, world().console);
      await use(faults);
      expect(faults.found(), 'what went wrong in the browser').toEqual([]);
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
      expect(faults.found(), 'what went wrong in the second browser').toEqual([]);
    }
  },
  lookout: [
    async ({ browser }, use) => {
      const context = await openContext(browser, world().sessions.operator);
      const faults = await watchFaults(context, world().console);
      await use({ page: await context.newPage(), faults });
      await context.close();
    },
    { scope: 'worker' },
  ],
});

/** A test that only looks at pages, and leaves nothing in the browser: a page of its own would cost each half a second of the processor. */
export const looking = test.extend({
  page: async ({ lookout }, use) => {
    await lookout.page.setViewportSize({ width: 1280, height: 800 });
    await lookout.page.emulateMedia({ colorScheme: 'light' });
    await use(lookout.page);
  },
  faults: async ({ lookout: { faults } }, use) => {
    faults.forget();
    await use(faults);
    expect(faults.found(), 'what went wrong in the browser').toEqual([]);
  },
});

const openContext = (browser: Browser, storageState: Session): Promise<BrowserContext> =>
  browser.newContext({ baseURL: world().console, storageState, reducedMotion: 'reduce', locale: 'en-GB' });
