import { inAllRun, inLongRun } from '@goal/db/testing/long-run';

import { admin, makeAccount, makeKey, makeSites, sendEvents, unique } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

test('the overview shows plan, limits and usage as the API has them', async ({ page }) => {
  const account = await makeAccount({ plan: 'pro' });
  const [site] = await makeSites(account, 3);
  if (site === undefined) throw new Error('makeSites returned no site');
  await makeKey(account);
  await sendEvents(site, { count: 1200 / 2, daysAgo: 3 });
  await sendEvents(site, { count: 1200 / 2, daysAgo: 3 });
  await page.goto(`/accounts/${account.id}`);
  await expect(page.getByText('3 of 25 sites')).toBeVisible();
  await expect(page.getByText('1 of 10 keys')).toBeVisible();
  await expect(page.getByText('1,200 of 2,000,000 events')).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Active sites' })).toHaveAttribute('aria-valuenow', '3');
  const rules = page.getByRole('region', { name: 'API and retention' });
  await expect(rules).toContainText('90 days');
  await expect(rules).toContainText('1,200');
  const { kept } = await admin().accounts.summary.query({ id: account.id });
  expect(kept.events).toBe(1200);
  const { origin } = await admin().accounts.log.query({ id: account.id });
  const log = page.getByRole('region', { name: 'Signed log' });
  await expect(log).toContainText(origin);
  await expect(log).not.toContainText('root');
});

inLongRun(() => {
  test('R§10.23 the name is set, shown here and in the list, and removed; a name that is too long is refused at its field', async ({
    page,
    faults,
  }) => {
    faults.allow(/status of 400/);
    const account = await makeAccount();
    const name = `Agency ${unique()}`;
    const nameNow = async () => (await admin().accounts.summary.query({ id: account.id })).name;
    await page.goto(`/accounts/${account.id}?dialog=email`);
    const dialog = page.getByRole('dialog', { name: /^Change the e-mail or name of/ });
    const save = dialog.getByRole('button', { name: 'Save' });
    await expect(save).toHaveAccessibleDescription('Change the e-mail or the name first');
    await dialog.getByLabel('Name').fill('x'.repeat(201));
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('At most 200 characters.')).toBeVisible();
    await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`The name is «\u2068${name}\u2069» now.`)).toBeVisible();
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
    expect(await nameNow()).toBe(name);

    await page.goto(`/accounts?q=${encodeURIComponent(account.email)}`);
    await expect(page.getByRole('region', { name: 'Accounts' }).getByText(name)).toBeVisible();
    await page.goto(`/accounts/${account.id}?dialog=email`);
    await dialog.getByLabel('Name').fill(' ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The account has no name now.')).toBeVisible();
    expect(await nameNow()).toBeNull();
  });

  test('the e-mail is changed; an invalid or taken e-mail is refused at the field', async ({ page, faults }) => {
    faults.allow(/status of (400|409)/);
    const account = await makeAccount();
    const taken = await makeAccount();
    const email = `moved+${unique()}@example.com`;
    await page.goto(`/accounts/${account.id}`);
    await page.getByRole('button', { name: 'Change e-mail or name' }).click();
    const dialog = page.getByRole('dialog', { name: /^Change the e-mail or name of/ });
    const field = dialog.getByLabel('E-mail');
    await expect(field).toBeFocused();
    for (const [typed, sentence] of [
      ['nobody', 'An e-mail has one @, without spaces, and a domain behind it'],
      [taken.email, 'Account already exists.'],
    ] as const) {
      await field.fill(typed);
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(sentence)).toBeVisible();
    }
    await field.fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible();
    expect((await admin().accounts.get.query({ id: account.id })).email).toBe(email);
  });
});

inAllRun(() => {
  test('the account is deleted only once its e-mail is typed; its keys stop working, its record stays', async ({
    page,
    faults,
  }) => {
    faults.allow(/status of 404/);
    const account = await makeAccount();
    await makeSites(account, 2);
    const token = await makeKey(account);
    await page.goto(`/accounts/${account.id}`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await expect(dialog).toContainText('2 sites with their keys');
    const remove = dialog.getByRole('button', { name: 'Delete account' });
    await expect(remove).toBeDisabled();
    await dialog.getByRole('textbox', { name: /^Type/ }).fill(account.email);
    await remove.click();
    await expect(page).toHaveURL('/accounts');
    await expect(page.getByText(`\u2068${account.email}\u2069 was deleted.`)).toBeVisible();
    expect((await rest('GET', '/account/me', { token })).status).toBe(401);

    await page.goto(`/accounts/${account.id}`);
    await expect(page.getByRole('heading', { name: 'No such account' })).toBeVisible();
    await page.getByRole('link', { name: 'the record of this id' }).click();
    await expect(page.getByText('deleted the account with everything in it')).toBeVisible();
  });
});

inLongRun(() => {
  test('groups are listed with their sites and keys, and searched by a part of their reference', async ({ page }) => {
    const account = await makeAccount();
    const token = await makeKey(account);
    const made = await rest('POST', '/account/groups', { token, body: { name: 'North', external_ref: 'crm-7' } });
    // A created group (interface.md §4).
    const { id } = made.body as { id: string };
    await rest('POST', `/account/groups/${id}/keys`, { token, body: {} });
    await page.goto(`/accounts/${account.id}?tab=groups`);
    const cells = page.getByRole('region', { name: 'Groups' }).getByRole('row').nth(1);
    await expect(cells.getByRole('rowheader')).toHaveText('North');
    await expect(cells.getByRole('cell').nth(0)).toHaveText('crm-7');
    await expect(cells.getByRole('cell').nth(1)).toHaveText('0');
    await expect(cells.getByRole('cell').nth(2)).toHaveText('1');
    const search = page.getByRole('textbox', { name: 'Search the groups' });
    await search.fill('no such');
    await expect(page.getByText('No group with «\u2068no such\u2069»')).toBeVisible();
    await search.fill('CRM');
    await expect(cells.getByRole('rowheader')).toHaveText('North');
  });
});

inAllRun(() => {
  test('Back and Forward go through the tabs and dialogs, because the URL names each', async ({ page }) => {
    const account = await makeAccount();
    await page.goto(`/accounts/${account.id}`);
    await page.getByRole('tab', { name: 'Keys' }).click();
    await expect(page).toHaveURL(/tab=keys/);
    await page.getByRole('tab', { name: 'Record' }).click();
    await expect(page.getByRole('region', { name: 'Record of actions' })).toContainText('account.create');
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Keys' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: 'Change plan' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goForward();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
