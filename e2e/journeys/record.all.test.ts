import { inAllRun, inLongRun } from '@goal/db/testing/long-run';

import { admin, makeAccount, makeKey, makeSite, unique } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test, type Page } from '../harness/test.ts';
import { world } from '../service/world.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Record of actions' }).locator('tbody').getByRole('row');

test('the record says who did what to which account, and is filtered by kind, actor, action, account and time', async ({
  page,
}) => {
  const account = await makeAccount({ plan: 'starter' });
  const token = await makeKey(account);
  const prefix = token.split('_')[2] ?? '';
  const site = await makeSite(account, { name: 'Corner' });
  await admin().accounts.setReseller.mutate({ id: account.id, enabled: true });
  await rest('POST', '/account/groups', { token, body: { name: `group ${unique()}` } });
  await admin().sites.revoke.mutate({ id: site.site_id });

  await page.goto(`/actions?account=${account.id}`);
  await expect(rows(page)).toHaveCount(6);
  await expect(rows(page).nth(0)).toContainText('site.revoke');
  await expect(rows(page).nth(0).getByRole('link', { name: site.domain })).toBeVisible();
  await expect(rows(page).nth(0).getByRole('link', { name: account.email })).toBeVisible();
  await expect(rows(page).nth(0)).toContainText(world().tokens.operator.name);
  await expect(rows(page).nth(2)).toContainText('turned reseller on');

  await page.getByLabel('Kind of actor').selectOption({ value: 'account_key' });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(prefix);
  await expect(page).toHaveURL(/kind=account_key/);
  await page.getByLabel('Kind of actor').selectOption({ value: '' });
  await page.getByLabel('Action', { exact: true }).selectOption('Turned reseller on or off');
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Action', { exact: true }).selectOption('All');
  await page.getByLabel('Actor', { exact: true }).fill(prefix);
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Actor', { exact: true }).fill('');
  await expect(rows(page)).toHaveCount(6);
  await page.getByLabel('To (UTC)').fill('2020-01-01');
  await expect(page.getByText('No action matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL('/actions');
});

inLongRun(() => {
  test('the record is filtered by the e-mail or the id of an account, and shows the e-mail', async ({ page }) => {
    const account = await makeAccount();
    await makeAccount({ email: `x${account.email}` });
    await admin().accounts.setReseller.mutate({ id: account.id, enabled: true });
    const field = page.getByRole('combobox', { name: 'Account', exact: true });
    await page.goto('/actions');
    await field.fill(account.email.slice(0, -4));
    await expect(page.getByText('Only part of an e-mail: give the whole one')).toBeVisible();
    await field.fill(account.email.toUpperCase());
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first().getByRole('link', { name: account.email, exact: true })).toBeVisible();
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(field).toHaveValue(account.email.toUpperCase());
    await page.goto(`/actions?account=${account.id}`);
    await expect(field).toHaveValue(account.email);
    await expect(rows(page)).toHaveCount(2);
    await field.fill('nobody@example.com');
    await expect(page.getByText('No account has this e-mail', { exact: true })).toBeVisible();
    await admin().accounts.delete.mutate({ id: account.id, confirm: true });
    await page.goto('/actions');
    await field.fill(account.id);
    await expect(rows(page)).toHaveCount(3);
    await expect(field).toHaveValue(account.id);
    // Each row has the e-mail, also those whose own detail has none.
    await expect(rows(page).filter({ hasText: account.email })).toHaveCount(3);
  });
});

inAllRun(() => {
  test('the account page shows the record of that account alone, in the zone of the reader or in UTC', async ({
    page,
  }) => {
    const account = await makeAccount();
    await makeAccount();
    await page.goto(`/accounts/${account.id}?tab=record`);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('created the account');

    // The tab is in Berlin. What was chosen there is kept.
    await expect(rows(page).first().getByRole('time')).not.toContainText('UTC');
    await page.getByRole('button', { name: 'Times in Europe/Berlin: show UTC' }).click();
    await expect(rows(page).first().getByRole('time')).toContainText('UTC');
    await page.reload();
    await expect(rows(page).first().getByRole('time')).toContainText('UTC');
    await page.getByRole('button', { name: 'Times in UTC: show Europe/Berlin' }).click();
    await expect(rows(page).first().getByRole('time')).not.toContainText('UTC');
  });
});

inLongRun(() => {
  test('the record is paged, and each action appears once', async ({ page }) => {
    const account = await makeAccount();
    for (let n = 0; n < 26; n++)
      for (const enabled of [true, false]) await admin().accounts.setReseller.mutate({ id: account.id, enabled });
    await page.goto(`/actions?account=${account.id}`);
    await expect(rows(page)).toHaveCount(50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).last()).toContainText('created the account');
  });

  test('filters and searches wait for the scripts of their page', async ({ page }) => {
    let load = (): void => undefined;
    let held = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/_next/static/**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    for (const [path, field, choice] of [
      ['/actions', 'Actor', 'Kind of actor'],
      ['/accounts', 'Search', 'Reseller'],
    ] as const) {
      held = new Promise<void>((resolve) => (load = resolve));
      await page.goto(path, { waitUntil: 'commit' });
      const both = [page.getByLabel(field, { exact: true }), page.getByLabel(choice)];
      for (const one of both) await expect(one).toBeDisabled();
      load();
      for (const one of both) await expect(one).toBeEnabled();
    }
  });
});
