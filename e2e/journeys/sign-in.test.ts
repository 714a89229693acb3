import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { inAllRun, inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { makeAccount, unique } from '../harness/operator.ts';
import { changeSession, expect, type Page, inUsedTab as test } from '../harness/test.ts';
import { createAdminToken, revokeAdminToken } from '../service/goal.ts';
import { signIn } from '../service/sign-in.ts';
import { world } from '../service/world.ts';

const tokenField = (page: Page) => page.getByLabel('Admin token', { exact: true });

async function typeToken(page: Page, token: string): Promise<void> {
  await tokenField(page).fill(token);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await page.keyboard.press('Enter');
}

test.describe('an operator without a session', () => {
  test.use({ as: 'nobody' });

  test('signs in with an admin token, sees who they are, and stays signed in by a cookie that no script can read', async ({
    page,
    context,
  }) => {
    const { token, name } = world().tokens.operator;
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await typeToken(page, token);
    await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: `Signed in as ${name}` })).toBeVisible();

    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'goal_console', httpOnly: true, sameSite: 'Strict', secure: false });
    const hours = ((cookie?.expires ?? 0) - Date.now() / 1000) / 3600;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
    const held = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML]),
    );
    expect(held).not.toContain(token);
    expect(held).not.toContain(token.split('_').at(-1));
    expect(cookie?.value).not.toContain(token);
  });

  test('is told what is wrong with a token, and can try again', async ({ page, faults }) => {
    faults.allow(/status of 40[01]/);
    await page.goto('/login');
    await typeToken(page, 'goal_admin_aaaaaaaa_notwhole');
    await expect(page.getByText('This is not a whole admin token')).toBeVisible();
    await typeToken(page, `goal_admin_aaaaaaaa_${'A'.repeat(40)}`);
    await expect(page.getByText('This token is not valid or was revoked.')).toBeVisible();
    await typeToken(page, world().tokens.reader.token);
    await expect(page).toHaveURL('/accounts');
  });

  inAllRun(() => {
    test('cannot type before the scripts have loaded, and nothing ends up in the URL', async ({ page }) => {
      let load = (): void => undefined;
      const held = new Promise<void>((resolve) => (load = resolve));
      await page.route('**/_next/static/**/*.js', async (route) => {
        await held;
        await route.continue();
      });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto('/login', { waitUntil: 'commit' });
      const { token } = world().tokens.operator;
      await expect(tokenField(page)).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
      await page.keyboard.type(token);
      await page.keyboard.press('Enter');
      expect(await page.locator('noscript').textContent()).toContain('This page needs JavaScript.');
      load();
      await expect(tokenField(page)).toBeFocused();
      await expect(tokenField(page)).toHaveValue('');
      await typeToken(page, token);
      await expect(page).toHaveURL('/accounts');
      expect(asked.filter((url) => url.includes(token))).toEqual([]);
    });

    test('arrives at the page they requested, with its query', async ({ page }) => {
      await page.goto('/actions?action=account.created');
      await expect(page).toHaveURL(/\/login\?/);
      await typeToken(page, world().tokens.operator.token);
      await expect(page).toHaveURL('/actions?action=account.created');
    });
  });
});

inAllRun(() => {
  test('after signing out, neither Back nor a URL shows anything', async ({ page }) => {
    // Its own session, because signing out ends a session wherever it is used.
    await changeSession(page, await signIn(world().console, world().tokens.operator.token));
    await page.goto('/actions');
    await page.goto('/accounts');
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/login');
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await page.goto('/accounts');
    await expect(page).toHaveURL(/\/login/);
  });

  test('the sign-in only leads on to pages of the console, whatever a link says', async ({ page, faults }) => {
    faults.allow(/status of 404/);
    const elsewhere = rowsOf(
      ['//example.com/', '/api/session', '/%09//example.com'],
      ['/\\example.com', 'https://example.com/', '/login'],
    );
    for (const next of elsewhere) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await expect(page.getByRole('button', { name: /^Signed in as/ }), next).toBeVisible();
      expect(new URL(page.url()).origin, next).toBe(world().console);
    }
  });
});

inLongRun(() => {
  test('an operator who loses the session is told why, signs in again and is back where they were', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 401/);
    const account = await makeAccount();
    await page.goto(`/accounts/${account.id}`);
    await expect(page.getByRole('heading', { name: account.email })).toBeVisible();
    await context.clearCookies();
    await page.getByRole('link', { name: 'Actions' }).click();
    await expect(page.getByText('Your session has ended: sign in again.')).toBeVisible();
    await typeToken(page, world().tokens.operator.token);
    await expect(page).toHaveURL('/actions');
  });
});

inAllRun(() => {
  test('a revoked token signs its operator out at the next request, says why, and keeps what stood in a dialog', async ({
    page,
    faults,
  }) => {
    faults.allow(/status of 401/);
    const { dataDir, console: consoleUrl } = world();
    const leaver = await createAdminToken(dataDir, `leaver ${unique()}`, 'admin:write');
    await changeSession(page, await signIn(consoleUrl, leaver.token));
    const account = await makeAccount();
    await page.goto(`/accounts/${account.id}`);
    await expect(page.getByRole('heading', { name: account.email })).toBeVisible();
    await page.getByRole('button', { name: 'Change e-mail or name' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Harbour Bakery');

    await revokeAdminToken(dataDir, leaver.prefix);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('You were signed out: this token was revoked or is no longer valid.')).toBeVisible();
    await typeToken(page, world().tokens.operator.token);
    await expect(page).toHaveURL(`/accounts/${account.id}?dialog=email`);
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Harbour Bakery');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Harbour Bakery').first()).toBeVisible();
  });

  test('a link on another site leads a signed-in operator to its target', async ({ page, faults }) => {
    faults.allow(/request to another host: http:\/\/localhost/);
    const account = await makeAccount();
    const target = `${world().console}/accounts/${account.id}`;
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>Ticket</title><a href="${target}">the account</a>`),
    );
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    try {
      // To a browser localhost and 127.0.0.1 are two sites: the first request lacks the Strict
      // cookie.
      const { port } = server.address() as AddressInfo; // a server that listens on TCP
      await page.goto(`http://localhost:${port}/`);
      await page.getByRole('link', { name: 'the account' }).click();
      await expect(page.getByRole('heading', { name: account.email })).toBeVisible();
      await expect(page).toHaveURL(target);
    } finally {
      server.close();
    }
  });
});
