import { expect, type Page } from '@playwright/test';

import { nobody } from '../service/sign-in.ts';
import { world } from '../service/world.ts';
import { listen, watchFaults } from './faults.ts';
import { test as base } from './test.ts';

export { expect, type Page } from '@playwright/test';

/** A test of a person at the dashboard. Nobody is signed in: see `signInAs`. */
export const test = base.extend({
  // Playwright reads a fixture's dependencies from this pattern and accepts no other first
  // argument.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(world().dashboard),
  // oxlint-disable-next-line no-empty-pattern -- see baseURL
  storageState: async ({}, use) => use(nobody),
  faults: async ({ context }, use) => {
    const faults = await watchFaults(context, world().dashboard);
    await use(faults);
    expect(faults.found(), 'faults in the browser').toEqual([]);
  },
});

/**
 * A test in a tab that was used before, like a customer's tab: a new one would cost half a second
 * of processor time. Nobody is signed in, and the tab keeps nothing but its cache. For tests that
 * change nothing else in the browser, such as its scripts or its authenticators.
 */
export const inUsedTab = test.extend({
  context: async ({ dashboardTab: tab }, use) => {
    await tab.setViewportSize({ width: 1280, height: 800 });
    await tab.emulateMedia({ colorScheme: 'light' });
    const context = tab.context();
    await use(context);
    for (const other of context.pages()) if (other !== tab) await other.close();
    await tab.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    if (tab.url().startsWith(world().dashboard))
      await tab.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    // No page, and in the tab's process: for `about:blank` the browser starts another one.
    await tab.goto(`${world().dashboard}/api/health`);
    await context.clearCookies();
  },
  page: async ({ dashboardTab, context: _ }, use) => use(dashboardTab),
  faults: async ({ context }, use) => {
    const faults = listen(context, world().dashboard);
    await use(faults);
    faults.stop();
    expect(faults.found(), 'faults in the browser').toEqual([]);
  },
});

/** In the address of a download: the person for whom its page was drawn. */
export const ofPerson = /[?&]person=[0-9a-f-]{36}(&|$)/;

/** An authenticator of the browser. */
export type Authenticator = {
  /** Whether the person touches it at once when a page asks; the sign-in asks from the start. */
  touch: (isTouched: boolean) => Promise<void>;
  /** Whether it knows the person by a finger or a PIN. */
  verify: (isVerified: boolean) => Promise<void>;
};

/** Adds an authenticator that is touched at once. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    touch: async (enabled) => {
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    verify: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

/** Waits until everything on a page has loaded. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByText('Loading …')).toHaveCount(0);
}

/** The path of every page of an account, behind the sign-in. */
export const pagesOfAccount = ({ id }: { id: string }): Record<string, string> => ({
  log: `/a/${id}/log`,
  views: `/a/${id}/log/views`,
  sites: `/a/${id}/sites`,
  choice: `/a/${id}/sites/choose`,
  groups: `/a/${id}/groups`,
  report: `/a/${id}/report`,
  usage: `/a/${id}/usage`,
  streams: `/a/${id}/streams`,
  integrity: `/a/${id}/integrity`,
  'new stream': `/a/${id}/streams/new`,
  keys: `/a/${id}/settings/keys`,
  members: `/a/${id}/settings/members`,
  billing: `/a/${id}/settings/billing`,
  record: `/a/${id}/settings/record`,
  holds: `/a/${id}/settings/holds`,
  erasure: `/a/${id}/settings/erasure`,
  addresses: `/a/${id}/settings/addresses`,
  account: `/a/${id}/settings/account`,
});

/** The path of every page that belongs to a person and no account. */
export const ownPages: Readonly<Record<string, string>> = {
  me: '/me',
  accounts: '/accounts',
  licences: '/licences',
};
