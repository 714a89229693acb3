import { inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { hostileNames as names } from '../harness/hostile.ts';
import { admin, makeAccount, makeKey, makeSite, sendEvents, unique } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test, type Locator } from '../harness/test.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';

// Text from customers is shown as text. The fixture `faults` fails each test on a native dialog, an
// error or a violation of the Content-Security-Policy.

test('hostile names of sites, groups and keys are shown as text, and make no page wider than its window', async ({
  page,
}) => {
  const account = await makeAccount({ plan: 'agency' });
  const token = await makeKey(account);
  for (const name of names) {
    const site = await makeSite(account, { name });
    await sendEvents(site, { count: 1 });
    await rest('POST', '/account/groups', { token, body: { name, external_ref: name } });
    await makeKey(account, name);
  }
  const { sites } = await admin().accounts.sites.list.query({ id: account.id });
  const { groups } = await admin().accounts.groups.list.query({ id: account.id });
  expect([sites.length, groups.length]).toEqual([names.length, names.length]);

  const expectShown = async (path: string, where: Locator, texts: readonly (string | null)[]): Promise<void> => {
    await page.goto(path);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const text of texts) await expect(where.first()).toContainText(text ?? '');
      await expectNoSidewaysScroll(page, path);
    }
  };
  const region = (name: string): Locator => page.getByRole('region', { name });
  const siteNames = sites.map(({ name }) => name);
  const groupNames = groups.map(({ name }) => name);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectShown(`/accounts/${account.id}?tab=sites`, region('Sites'), siteNames);
  await expectShown(`/accounts/${account.id}?tab=groups`, region('Groups'), groupNames);
  await expectShown(`/accounts/${account.id}?tab=keys`, region('Account keys'), groupNames);
  await expectShown(`/accounts/${account.id}`, region('Top sites'), names.slice(0, 1));
  await expectShown(`/actions?account=${account.id}`, region('Record of actions'), ['W'.repeat(200)]);
  // One page for all sites: a wide name and a script are enough to look at.
  const wide = sites.filter(({ name }) => name?.startsWith('W') === true || name?.startsWith('<') === true);
  for (const { id, name } of rowsOf(wide, sites)) await expectShown(`/sites/${id}`, page.getByRole('main'), [name]);
});

inLongRun(() => {
  test('an e-mail with a plus sign is found by it, and the longest e-mail does not break a page', async ({ page }) => {
    const local = `a+b${unique()}`;
    const account = await makeAccount({
      email: `${local}@${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example.com`,
    });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/accounts');
    await page.getByRole('textbox', { name: 'Search' }).fill(local);
    await expect(page.getByRole('link', { name: account.email })).toBeVisible();
    await page.reload();
    await page.getByRole('link', { name: account.email }).click();
    await expect(page.getByRole('heading', { name: account.email, level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page, page.url());
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByRole('dialog')).toContainText(account.email);
    await expectNoSidewaysScroll(page, page.url());
  });
});

test('hostile text in the URL is searched for, not run', async ({ page }) => {
  for (const name of rowsOf(names.slice(0, 1), names.slice(1, 4))) {
    await page.goto(`/accounts?${new URLSearchParams({ q: name, plan: name, reseller: name })}`);
    await expect(page.getByRole('main')).toContainText(/No account matches|Unknown plan/);
    await page.goto(`/actions?${new URLSearchParams({ actor: name, account: name, from: name })}`);
    await expect(page.getByText('Which account? Give its whole e-mail or its id')).toBeVisible();
  }
});
