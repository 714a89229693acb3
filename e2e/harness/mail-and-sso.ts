import { mailText, startMailServer, type TestMailServer } from '@goal/db/testing/mail-server';

import { openIdClient, type OpenIdProvider, startOpenIdProvider } from '../../packages/core/test/openid-provider.ts';
import { goal } from '../service/goal.ts';
import { openWorld } from '../service/open-world.ts';
import { type Service, startService } from '../service/start-service.ts';
import { testLimitMs } from '../service/until.ts';
import { publish } from '../service/world.ts';
import { expect, inUsedTab, type Page } from './dashboard.ts';

/** The surroundings of a service with mail and single sign-on. */
export type Around = { mail: TestMailServer; provider: OpenIdProvider };

/** The name of the provider on the sign-in page. */
export const providerName = 'Keycloak';

/**
 * A test at a dashboard with a mail server and a provider of single sign-on. Its file has a service
 * of its own, in a worker of its own, where `world()` is that service.
 */
export const test = inUsedTab.extend<{ provider: OpenIdProvider }, { around: Around; signIn: 'all' | 'sso' }>({
  /** The ways to sign in: `test.use({ signIn: 'sso' })` leaves single sign-on alone. */
  signIn: ['all', { scope: 'worker', option: true }],
  around: [
    async ({ signIn }, use) => {
      const closing: (() => Promise<void>)[] = [];
      try {
        let service: Service | undefined;
        const mail = await startMailServer();
        closing.unshift(mail.stop);
        const redirectUri = (): string => `${service?.dashboard}/api/entry/sso/return`;
        const provider = await startOpenIdProvider({ redirectUri });
        closing.unshift(provider.close);
        // Anybody may sign up here, which needs codes by mail and a hard limit.
        const isOpen = signIn === 'all';
        const setLimit = (dataDir: string) => goal(dataDir, 'plan', 'set', 'free', '--hard-limit', '30000');
        const variables = {
          CONSOLE_PORT: 'off',
          SMTP_URL: mail.url,
          // Streams of the tests send to this machine.
          STREAM_ALLOW_NETS: '127.0.0.0/8',
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: openIdClient.client_id,
          OIDC_CLIENT_SECRET: openIdClient.client_secret,
          OIDC_NAME: providerName,
          SIGN_IN: signIn,
          SIGN_UP: isOpen ? 'on' : 'off',
        };
        service = await startService(variables, isOpen ? setLimit : undefined);
        closing.unshift(service.stop);
        publish(await openWorld(service));
        await use({ mail, provider });
      } finally {
        for (const close of closing) await close();
      }
    },
    // Before every other fixture: they ask for the world.
    { scope: 'worker', auto: true, timeout: testLimitMs },
  ],
  /** The provider, where a browser goes there: a route would cost other tests their cache. */
  provider: async ({ around, context, faults }, use) => {
    // It is another host, and its pages ask for a font on the internet.
    const { host } = new URL(around.provider.issuer);
    faults.allow(new RegExp(`//${host.replaceAll('.', String.raw`\.`)}/|//fonts\\.googleapis\\.com/`));
    const fonts = 'https://fonts.googleapis.com/**';
    await context.route(fonts, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
    await use(around.provider);
    await context.unroute(fonts);
  },
});

/** Signs in at the provider, agrees to what it asks, and waits for a page of the dashboard. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  // The provider asks for consent the first time, and has no landmark `main`.
  const consent = page.getByRole('button', { name: 'Continue', exact: true });
  const main = page.getByRole('main');
  await expect(consent.or(main)).toBeVisible();
  if (await consent.isVisible()) await consent.click();
  await expect(main).toBeVisible();
}

/** Begins at the sign-in page, and signs in at the provider. */
export async function signInBySso(page: Page, login: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: `Continue with ${providerName}` }).click();
  await signInAtProvider(page, login);
}

/** Waits for a mail to somebody with a match of `what`; resolves to the match in the newest one. */
export async function mailed({ mail }: Around, email: string, what: RegExp): Promise<string> {
  const find = (): string | undefined => {
    const mine = mail.received.filter(({ to }) => to.includes(email)).map((one) => mailText(one));
    return what.exec(mine.findLast((text) => what.test(text)) ?? '')?.[0];
  };
  await expect.poll(find, { message: `a mail to ${email}` }).toBeDefined();
  return find() ?? '';
}

/** A code as mails have it. */
export const mailedCode = /^\w{4} \w{4}$/m;

/** Signs in with e-mail and password on the page. */
export async function signInOnPage(page: Page, email: string, typed: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Asks for a code on the page that makes free accounts. */
export async function askToSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Code by mail' })).toBeVisible();
}

/** Deletes the account that this browser has used last, whose owner is signed in. */
export async function deleteLastAccount(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.waitForURL(/\/a\/[^/]+\/log/);
  await page.goto(page.url().replace(/log.*/, 'settings/account'));
  await page.getByRole('button', { name: 'Delete the account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account?' });
  await dialog.getByRole('textbox').fill(email);
  await dialog.getByRole('button', { name: 'Delete the account' }).click();
  await expect(page).toHaveURL('/accounts');
}
