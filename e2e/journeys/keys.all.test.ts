import { inLongRun } from '@goal/db/testing/long-run';

import { admin, makeAccount, makeKey, makeSite } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

test('R§12.1 a key is created with a name and what it may do, shown once, works, and stops working the moment it is revoked', async ({
  page,
}) => {
  const account = await makeAccount();
  await page.goto(`/accounts/${account.id}?tab=keys`);
  await expect(page.getByText('No account keys')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).click();
  const asking = page.getByRole('dialog', { name: /^Create a key for/ });
  await asking.getByLabel('Name').fill('Nightly export');
  await asking.getByLabel('May do').selectOption('Only read');
  await expect(asking).toContainText('Reads everything in the account and changes nothing.');
  await asking.getByRole('button', { name: 'Create key' }).click();

  const shown = page.getByRole('dialog', { name: 'New account key' });
  const key = await shown.getByText(/^goal_acct_[a-z0-9]{8}_[A-Za-z0-9]{32,}$/).innerText();
  const prefix = key.split('_')[2] ?? '';
  const me = () => rest('GET', '/account/me', { token: key });
  expect((await me()).body).toMatchObject({ account_id: account.id, key: { prefix, access: 'read' } });
  expect(await rest('POST', '/account/groups', { token: key, body: { name: 'x' } })).toMatchObject({
    status: 403,
    body: { error: 'read-only key' },
  });
  await expect(shown).toContainText('and changes nothing');

  // Closing without copying asks for confirmation; afterwards the page does not contain the key.
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown.getByRole('alert')).toContainText('The key was not copied');
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'Close without copying' }).click();
  await expect(shown).toBeHidden();
  await expect(page).toHaveURL(`/accounts/${account.id}?tab=keys`);
  const row = page.getByRole('region', { name: 'Account keys' }).getByRole('row').filter({ hasText: prefix });
  await expect(row).toContainText('Nightly export');
  await expect(row).toContainText('only reads');
  await expect(row).toContainText('active');
  expect(await page.content()).not.toContain(key);
  await page.goBack();
  await expect(page.getByText(key)).toBeHidden();
  await page.goto(`/accounts/${account.id}?tab=keys`);

  await page.getByRole('button', { name: `Revoke key ${prefix}` }).click();
  const revoking = page.getByRole('dialog', { name: `Revoke the key ${prefix}?` });
  await revoking.getByLabel('Why').fill('left in a mail');
  await revoking.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText(`The key ${prefix} is revoked.`)).toBeVisible();
  expect(await me()).toMatchObject({ status: 401, body: { error: 'invalid token' } });
  await expect(row).toContainText('revoked');
  await expect(page.getByRole('button', { name: `Revoke key ${prefix}` })).toBeHidden();
  await page.reload();
  await expect(row).toContainText('with «invalid token»');
  await page.goto(`/accounts/${account.id}?tab=record`);
  await expect(page.getByText('Why: left in a mail')).toBeVisible();
});

inLongRun(() => {
  test('a copied key is on the clipboard, and its dialog closes without confirmation', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const account = await makeAccount();
    await page.goto(`/accounts/${account.id}?tab=keys&dialog=key`);
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'New account key' });
    await shown.getByRole('button', { name: 'Copy key' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect((await rest('GET', '/account/me', { token: copied })).status).toBe(200);
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(shown).toBeHidden();
  });

  test('while the account’s API is closed, the lists of keys say so and lead to another plan; for a reseller they do not', async ({
    page,
  }) => {
    const account = await makeAccount();
    await makeKey(account);
    const site = await makeSite(account);
    await admin().accounts.setPlan.mutate({ id: account.id, plan: 'free' });
    const keys = page.getByRole('tabpanel', { name: 'Keys' });
    const refused = keys.getByText('These keys are refused: the free plan has no API.');
    await page.goto(`/accounts/${account.id}?tab=keys`);
    await expect(refused).toBeVisible();
    await page.goto(`/sites/${site.site_id}`);
    await expect(page.getByText('Reading with these keys is refused: the free plan has no API.')).toBeVisible();
    await page.getByRole('button', { name: 'Change plan' }).click();
    await expect(page.getByRole('dialog', { name: /^Change the plan of/ })).toBeVisible();

    await page.goto(`/accounts/${account.id}?tab=keys`);
    await keys.getByRole('button', { name: 'Change plan' }).click();
    const dialog = page.getByRole('dialog', { name: /^Change the plan of/ });
    await dialog.getByRole('radio', { name: /^starter/ }).check();
    await dialog.getByRole('button', { name: 'Change plan to starter' }).click();
    await expect(dialog).toBeHidden();
    await expect(refused).toBeHidden();

    await admin().accounts.setPlan.mutate({ id: account.id, plan: 'free' });
    await admin().accounts.setReseller.mutate({ id: account.id, enabled: true });
    await page.goto(`/accounts/${account.id}?tab=keys`);
    await expect(keys.getByText('active key', { exact: false }).first()).toBeVisible();
    await expect(refused).toBeHidden();
  });

  test('with ten active keys the button says why no other can be created', async ({ page }) => {
    const account = await makeAccount();
    for (let n = 0; n < 10; n++) await makeKey(account);
    await page.goto(`/accounts/${account.id}?tab=keys`);
    await expect(page.getByText('10 of 10 active keys')).toBeVisible();
    const create = page.getByRole('button', { name: 'Create key' });
    await expect(create).toBeDisabled();
    await expect(create).toHaveAccessibleDescription(/10|ten/i);
  });
});
