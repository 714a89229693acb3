import { inLongRun } from '@goal/db/testing/long-run';

import { expectAccessible } from '../harness/accessible.ts';
import { admin, makeAccount, makeSites, unique, type Account } from '../harness/operator.ts';
import { expect, inUsedTab as test, type Page } from '../harness/test.ts';

/** Accounts whose e-mails share a word that no other e-mail contains, the newest first. */
async function makeFamily(count: number, plan: string): Promise<{ word: string; accounts: Account[] }> {
  const word = `several-${unique()}`;
  const accounts: Account[] = [];
  for (let n = 0; n < count; n++) accounts.unshift(await makeAccount({ plan, email: `${word}-${n}@example.com` }));
  return { word, accounts };
}

const bar = (page: Page, what: string) => page.getByRole('group', { name: `Act on several ${what}` });
const line = (page: Page, name: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: name });
const newest = async (account: { id: string }) =>
  (await admin().actions.list.query({ account_id: account.id, limit: 1 })).actions[0];
const statusOf = async ({ site_id: id }: { site_id: string }) => (await admin().sites.get.query({ id })).status;

test('R§8.b15 the plan of several accounts changes at once: each row says before what it means and after what was done, and the reason is recorded with each', async ({
  page,
}) => {
  const { word, accounts } = await makeFamily(3, 'starter');
  const [first, second, third] = accounts;
  if (first === undefined || second === undefined || third === undefined) throw new Error('makeFamily made fewer');
  await makeSites(first, 2);
  await admin().accounts.setPlan.mutate({ id: third.id, plan: 'free' });
  await page.goto(`/accounts?q=${word}`);
  const change = bar(page, 'accounts').getByRole('button', { name: 'Change plan …' });
  await expect(change).toHaveAccessibleDescription('Select accounts first');
  await page.getByRole('checkbox', { name: `Select ${first.email}` }).focus();
  await page.keyboard.press('Space');
  await expect(bar(page, 'accounts').getByRole('status')).toHaveText('1 account selected');
  await bar(page, 'accounts').getByRole('checkbox', { name: 'All 3 on this page' }).check();
  await change.click();
  const dialog = page.getByRole('dialog', { name: 'Change the plan of 3 accounts' });
  await expect(dialog.getByRole('button', { name: 'Change plan' })).toHaveAccessibleDescription('Choose a plan');
  await dialog.getByLabel('New plan').selectOption('free');
  await expect(dialog.getByRole('status')).toHaveText('3 accounts selected; 2 of them change.');
  await expect(dialog.getByText('1 site will be paused, the newest of each account first.')).toBeVisible();
  await expect(line(page, first.email)).toContainText('starter → free. 2 active sites; the free plan allows 1');
  await expect(line(page, third.email)).toContainText('Is on the free plan already.');
  await expectAccessible(page, 'several plans');
  await dialog.getByLabel('Why').fill('Asked for by mail');
  await dialog.getByRole('button', { name: 'Change 2 accounts to free' }).click();
  await expect(dialog.getByRole('status')).toHaveText('All 2 done.');
  for (const { email } of [first, second]) await expect(line(page, email)).toContainText('On the free plan now.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('row').filter({ hasText: first.email })).toContainText('free');
  for (const account of [first, second])
    expect(await newest(account)).toMatchObject({ action: 'account.plan', detail: { reason: 'Asked for by mail' } });
});

inLongRun(() => {
  test('R§8.b15 a refused row does not stop the others, and one without an answer does: the rest is begun again on request', async ({
    page,
    faults,
  }) => {
    faults.allow(/Failed to load resource|status of 404/);
    const { word, accounts } = await makeFamily(4, 'pro');
    await page.goto(`/accounts?q=${word}`);
    await bar(page, 'accounts').getByRole('checkbox', { name: 'All 4 on this page' }).check();
    await bar(page, 'accounts').getByRole('button', { name: 'Reseller …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reseller for 4 accounts' });
    const turnOn = dialog.getByRole('button', { name: 'Turn reseller on for 4 accounts' });
    await expect(turnOn).toBeEnabled();
    const [gone, ...rest] = accounts;
    await admin().accounts.delete.mutate({ id: gone?.id ?? '', confirm: true });
    // The third row gets no answer, neither to the change nor to the question what came of it.
    let calls = 0;
    await page.route(/admin\.accounts\.setReseller/, (route) =>
      (calls += 1) === 3 ? route.abort('connectionreset') : route.continue(),
    );
    await page.route(/admin\.act\b/, (route) => route.abort('connectionreset'), { times: 1 });
    await turnOn.click();
    await expect(dialog.getByRole('status')).toHaveText('1 of 4 done, 1 refused. The rows below say why.');
    await expect(line(page, gone?.email ?? '')).toContainText('Not found.');
    await expect(line(page, rest[1]?.email ?? '')).toContainText('Whether it was done is not known');
    await expect(line(page, rest[2]?.email ?? '')).not.toContainText('done');
    await dialog.getByRole('button', { name: 'Try again: Turn reseller on for 3 accounts' }).click();
    await expect(dialog.getByRole('status')).toHaveText('3 of 4 done, 1 refused. The rows below say why.');
    for (const { id } of rest) expect((await admin().accounts.summary.query({ id })).is_reseller).toBe(true);
  });

  test('R§8.b15 several accounts are deleted once it is typed how many, with the reason in the record', async ({
    page,
  }) => {
    const { word, accounts } = await makeFamily(2, 'free');
    await page.goto(`/accounts?q=${word}`);
    await bar(page, 'accounts').getByRole('checkbox', { name: 'All 2 on this page' }).check();
    await bar(page, 'accounts').getByRole('button', { name: 'Delete …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 accounts' });
    const remove = dialog.getByRole('button', { name: 'Delete 2 accounts' });
    await expect(remove).toHaveAccessibleDescription('Type «delete 2 accounts» first');
    await dialog.getByLabel('Why').fill('Test accounts');
    await dialog.getByLabel(/^Type/).fill('delete 2 accounts');
    await remove.click();
    await expect(dialog.getByRole('status')).toHaveText('All 2 done.');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(page.getByText(/^No account matches/)).toBeVisible();
    for (const account of accounts)
      expect(await newest(account)).toMatchObject({ action: 'account.delete', detail: { reason: 'Test accounts' } });
  });

  test('R§8.b15 several sites are revoked, restored and deleted together', async ({ page }) => {
    const account = await makeAccount({ plan: 'pro' });
    const sites = await makeSites(account, 3);
    await page.goto(`/accounts/${account.id}?tab=sites`);
    const act = async (name: string, button: string): Promise<void> => {
      await bar(page, 'sites').getByRole('checkbox', { name: 'All 3 on this page' }).check();
      await bar(page, 'sites').getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog');
      if (name === 'Delete …') await dialog.getByLabel(/^Type/).fill('delete 3 sites');
      await dialog.getByRole('button', { name: button }).click();
      await expect(dialog.getByRole('status')).toHaveText('All 3 done.');
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await expect(dialog).toBeHidden();
    };
    await act('Revoke …', 'Revoke 3 sites');
    for (const site of sites) expect(await statusOf(site)).toBe('revoked');
    await act('Restore …', 'Restore 3 sites to paused');
    for (const site of sites) expect(await statusOf(site)).toBe('paused');
    await act('Delete …', 'Delete 3 sites');
    await expect(page.getByText('No sites yet')).toBeVisible();
  });
});
