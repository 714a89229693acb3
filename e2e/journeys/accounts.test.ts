import { inAllRun, inLongRun } from '@goal/db/testing/long-run';

import { readFile } from 'node:fs/promises';

import {
  admin,
  freshDomain,
  makeAccount,
  makeKey,
  makeSite,
  makeSites,
  sendEvents,
  unique,
} from '../harness/operator.ts';
import { expect, inUsedTab as test, type Page, type Route } from '../harness/test.ts';

const search = (page: Page) => page.getByRole('textbox', { name: 'Search' });
const table = (page: Page) => page.getByRole('region', { name: 'Accounts' }).getByRole('table');
/** The links of the rows, in order. */
const rows = (page: Page) => table(page).getByRole('rowheader').getByRole('link');
/** Matches the search requests for a text. */
const asksFor = (text: string) => (url: URL) => decodeURIComponent(url.search).includes(`"search":"${text}"`);

/** Creates accounts whose e-mails share a word that no other e-mail contains. */
async function makeFamily(count: number, plan = 'pro'): Promise<{ word: string; emails: string[] }> {
  const word = `family-${unique()}`;
  const emails: string[] = [];
  for (let n = 0; n < count; n++) emails.push((await makeAccount({ plan, email: `${word}-${n}@example.com` })).email);
  return { word, emails: emails.toReversed() };
}

test('an account is found by part of its e-mail, by its id, by the domain of a site, and by the prefix of any key', async ({
  page,
}) => {
  const account = await makeAccount({ email: `who+${unique()}@example.com` });
  await makeAccount();
  const site = await makeSite(account, { domain: `find-${unique()}.example.com` });
  const key = await makeKey(account);
  const prefix = key.split('_')[2] ?? '';
  await page.goto('/accounts');
  const asked: [string, string?][] = [
    [account.email.slice(2, 14).toUpperCase()],
    [account.id],
    [site.domain.slice(3), `site ${site.domain}`],
    [site.prefix, `site key ${site.prefix}`],
    [prefix, `account key ${prefix}`],
  ];
  for (const [text, match] of asked) {
    await search(page).fill(text);
    await expect(rows(page), `found by ${text}`).toHaveText([account.email]);
    await expect(page.getByRole('status').filter({ hasText: '1 account' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(text).replaceAll('%', '.')}`));
    if (match !== undefined) await expect(table(page).getByRole('row').nth(1)).toContainText(match);
  }
  await search(page).press('Enter');
  await expect(page.getByRole('heading', { name: account.email, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue(prefix);
  await expect(rows(page)).toHaveText([account.email]);
});

inLongRun(() => {
  test('a pasted address, quoted key or header finds the same as the bare value, and no secret is sent', async ({
    page,
  }) => {
    const account = await makeAccount();
    const site = await makeSite(account, { domain: `paste-${unique()}.example.com` });
    const key = await makeKey(account);
    const secret = key.split('_').at(-1) ?? key;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.goto('/accounts');
    for (const text of [
      `https://www.${site.domain}/path?x=1`,
      `www.${site.domain}`,
      `"${site.domain}",`,
      `"${key}"`,
      `'Authorization: Bearer ${key}'`,
      `Bearer ${site.token}`,
    ]) {
      await search(page).fill('');
      await search(page).fill(text);
      await expect(rows(page), text).toHaveText([account.email]);
    }
    expect(sent.filter((one) => one.includes(secret) || one.includes(site.token.split('_').at(-1) ?? ''))).toEqual([]);
    expect(sent.filter((one) => /api.trpc.*path/.test(decodeURIComponent(one)))).toEqual([]);
  });

  test('filters by plan and reseller narrow the list, and the URL holds them', async ({ page }) => {
    const { word } = await makeFamily(1, 'starter');
    const reseller = await makeAccount({ plan: 'pro', email: `${word}-r@example.com`, reseller: true });
    const other = await makeAccount({ plan: 'pro', email: `${word}-o@example.com` });
    await page.goto(`/accounts?q=${word}`);
    await expect(rows(page)).toHaveText([other.email, reseller.email, `${word}-0@example.com`]);
    await page.getByLabel('Plan').selectOption('pro');
    await expect(rows(page)).toHaveText([other.email, reseller.email]);
    await page.getByLabel('Reseller').selectOption('Resellers only');
    await expect(rows(page)).toHaveText([reseller.email]);
    await expect(table(page).getByRole('row').nth(1)).toContainText('Reseller');
    await page.reload();
    await expect(rows(page)).toHaveText([reseller.email]);
    await page.getByLabel('Reseller').selectOption('No resellers');
    await expect(rows(page)).toHaveText([other.email]);
    await page.goBack();
    await expect(rows(page)).toHaveText([reseller.email]);
    await page.getByLabel('Plan').selectOption('free');
    await expect(page.getByText(/^No account matches/)).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(search(page)).toHaveValue('');
    await expect(rows(page).first()).toBeVisible();
  });
});

inLongRun(() => {
  test('rows say how many sites are active and paused', async ({ page }) => {
    const account = await makeAccount({ plan: 'starter' });
    await makeSites(account, 3);
    await admin().accounts.setPlan.mutate({ id: account.id, plan: 'free' });
    await page.goto(`/accounts?q=${account.email}`);
    const cells = table(page).getByRole('row').nth(1).getByRole('cell');
    // The first cell holds the checkbox.
    await expect(cells.nth(1)).toHaveText('free');
    await expect(cells.nth(3)).toHaveText('1');
    await expect(cells.nth(4)).toHaveText('2');
  });

  test('an account is created, and a refusal is shown at its field', async ({ page, faults }) => {
    faults.allow(/status of (400|409)/);
    const taken = await makeAccount();
    const email = `new-${unique()}@example.com`;
    await page.goto('/accounts');
    await page.getByRole('button', { name: 'Create account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create account' });
    const field = dialog.getByLabel('E-mail');
    await expect(field).toBeFocused();
    await field.fill('nobody');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('An e-mail has one @, without spaces, and a domain behind it')).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(taken.email);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Account already exists.')).toBeVisible();
    await field.fill(email);
    await dialog.getByLabel('Plan').selectOption('starter');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible();
    await expect(page.getByText(`Account \u2068${email}\u2069 created.`)).toBeVisible();
    const { accounts } = await admin().accounts.list.query({ q: email });
    expect(accounts).toMatchObject([{ email, plan: 'starter' }]);
  });

  test('typing on aborts the previous search: the list shows the last text, however slow the answer to the first', async ({
    page,
  }) => {
    const { word, emails } = await makeFamily(2);
    await page.goto('/accounts');
    // The first search is never answered.
    await page.route(asksFor(word), () => undefined);
    const former = page.waitForEvent('requestfailed', (request) => asksFor(word)(new URL(request.url())));
    const asked = page.waitForRequest((request) => asksFor(word)(new URL(request.url())));
    await search(page).fill(word);
    await asked;
    await search(page).fill(`${word}-1`);
    await expect(rows(page)).toHaveText([emails[0] ?? '']);
    expect((await former).failure()?.errorText, 'the previous search is aborted').toBe('net::ERR_ABORTED');
  });

  test('the count is announced again for each answer, even if the number is the same; while an answer is late the old rows fade and no count is shown', async ({
    page,
  }) => {
    const { word, emails } = await makeFamily(2);
    await page.goto('/accounts');
    const one = page.getByRole('status').getByText('1 account', { exact: true });
    await search(page).fill(`${word}-0`);
    await expect(one).toBeVisible();
    const first = await one.elementHandle();
    await search(page).fill(`${word}-1`);
    await expect(rows(page)).toHaveText([emails[0] ?? '']);
    await expect.poll(() => first?.evaluate((node) => node.isConnected)).toBe(false);
    await expect(one).toBeVisible();

    const held = new Promise<Route>((resolve) => void page.route(asksFor(word), resolve));
    await search(page).fill(word);
    await expect(table(page).locator('tbody')).toHaveCSS('opacity', '0.55');
    await expect(page.getByRole('status').getByText('account')).toHaveCount(0);
    await (await held).continue();
    await expect(rows(page)).toHaveText(emails);
    await expect(page.getByRole('status').getByText('2 accounts', { exact: true })).toBeVisible();
    await expect(table(page).locator('tbody')).toHaveCSS('opacity', '1');
  });
});

inAllRun(() => {
  test('only the prefix of a pasted key leaves the field: its secret is neither in the URL nor sent over the network', async ({
    page,
  }) => {
    const account = await makeAccount();
    const { token, prefix } = await makeSite(account);
    const secret = token.split('_').at(-1) ?? token;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.goto('/accounts');
    await search(page).fill(token);
    await expect(rows(page)).toHaveText([account.email]);
    await expect(search(page)).toHaveValue(prefix);
    await page.goto(`/accounts?q=${token}`);
    await expect(rows(page)).toHaveText([account.email]);
    await expect(page).toHaveURL(`/accounts?q=${prefix}`);
    expect(sent.filter((one) => one.includes(secret) && !one.includes(`/accounts?q=${token}`))).toEqual([]);
  });

  test('a long list is paged and says how many there are: each account appears once, the page is in the URL, and Back returns to the page before', async ({
    page,
  }) => {
    const { word, emails } = await makeFamily(53);
    await page.goto(`/accounts?q=${word}`);
    await expect(rows(page)).toHaveText(emails.slice(0, 50));
    await expect(page.getByRole('status').filter({ hasText: /^Accounts 1 to 50 of 53$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(rows(page)).toHaveText(emails.slice(50));
    await expect(page.getByRole('status').filter({ hasText: /^Accounts 51 to 53 of 53$/ })).toBeVisible();
    await expect(page).toHaveURL(/cursor=/);
    await page.reload();
    await expect(rows(page)).toHaveText(emails.slice(50));
    await page.goBack();
    await expect(rows(page)).toHaveText(emails.slice(0, 50));
  });

  test('the list works by keyboard: / focuses the search, arrows move along the rows, Enter opens one, Escape goes back', async ({
    page,
  }) => {
    const { word, emails } = await makeFamily(3);
    await page.goto('/accounts');
    await expect(rows(page).first()).toBeVisible();
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type(word);
    await expect(rows(page)).toHaveText(emails);
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(0)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(search(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: emails[1] ?? '', level: 1 })).toBeVisible();
    await page.goBack();
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search(page)).toHaveValue('');
  });

  test('R§8.b17 a list is taken home as a file as it is filtered, and a refused site is found under Attention, also by its plan, with the name of its account there and in the record', async ({
    page,
  }) => {
    const { word, emails } = await makeFamily(2);
    await page.goto(`/accounts?q=${word}&sort=sites`);
    await page.getByLabel('Sort by').selectOption('Newest first');
    await expect(rows(page)).toHaveText(emails);
    const begun = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const download = await begun;
    expect(download.suggestedFilename()).toBe('accounts.csv');
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n').slice(1, -1);
    expect(lines.map((line) => line.split(',')[1])).toEqual(emails.map((email) => `"${email}"`));

    const account = await makeAccount({ plan: 'pro' });
    const name = `Bakery ${unique()}`;
    await admin().accounts.update.mutate({ id: account.id, name });
    const site = await makeSite(account);
    await admin().sites.revoke.mutate({ id: site.site_id });
    await expect(sendEvents(site, { count: 1 })).rejects.toThrow();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Attention' }).click();
    await page.getByText(/^Refused sites \(/).click();
    const helps = page.getByRole('link', { name: `Find out why: ${site.domain}` });
    await expect(helps).toBeVisible();
    for (const plan of ['agency', 'pro']) {
      await page.getByLabel('Plan', { exact: true }).selectOption(plan);
      await expect(helps).toBeVisible({ visible: plan === 'pro' });
    }
    await expect(page.getByRole('row').filter({ has: helps })).toContainText(name);
    await helps.click();
    await expect(page.getByRole('heading', { name: site.domain, level: 1 })).toBeVisible();
    await page.goto(`/actions?account=${account.id}`);
    await expect(page.getByRole('row').filter({ hasText: 'site.revoke' })).toContainText(name);
  });
});

inLongRun(() => {
  test('a search without results says what was searched for', async ({ page }) => {
    const nothing = freshDomain();
    await page.goto('/accounts');
    await search(page).fill(nothing);
    await expect(page.getByText(`No account matches «\u2068${nothing}\u2069»`)).toBeVisible();
  });
});
