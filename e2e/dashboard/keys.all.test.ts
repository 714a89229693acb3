import { inLongRun } from '@goal/db/testing/long-run';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { makeAccount, makeKey } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';

test('R§10.16 R§10.17 R§12.1 an owner makes a key that only reads, uses it, revokes it and sees it die; both acts stand in the record', async ({
  page,
  context,
}) => {
  const member = await makeMember();
  await signInAs(context, member);
  await page.goto(`/a/${member.account.id}/groups`);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API keys');
  const use = page.getByRole('region', { name: 'Use a key' });
  for (const [way, line, guide] of [
    ['JavaScript', "import { createGoalClient } from '@goal/client';", 'javascript'],
    ['AI tool (MCP)', 'claude mcp add --transport http goal http', 'mcp'],
    ['curl', '/account/events?limit=10" -H "Authorization: Bearer $KEY"', 'reading'],
  ] as const) {
    await use.getByText(way, { exact: true }).click();
    await expect(use.locator('pre').first()).toContainText(line);
    await expect(use.getByRole('link', { name: /^The guide/ })).toHaveAttribute('href', new RegExp(`/docs/${guide}$`));
  }
  await page.getByRole('button', { name: 'New key' }).click();
  const asking = page.getByRole('dialog', { name: 'New key' });
  await asking.getByLabel('Name').fill('warehouse');
  await asking.getByLabel('May do').selectOption('Only read');
  await expect(asking).toContainText('Reads everything in the account and changes nothing.');
  await asking.getByRole('button', { name: 'Make the key' }).click();
  const key = await page.getByTestId('secret').innerText();
  expect(key).toMatch(/^goal_acct_[a-z0-9]{8}_[A-Za-z0-9]{32,}$/);
  const prefix = key.split('_')[2] ?? '';
  const me = () => rest('GET', '/account/me', { token: key });
  expect((await me()).body).toMatchObject({ account_id: member.account.id, key: { prefix, access: 'read' } });
  expect(await rest('POST', '/account/groups', { token: key, body: { name: 'x' } })).toMatchObject({
    status: 403,
    body: { error: 'read-only key' },
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();
  const row = page.getByRole('region', { name: 'API keys' }).getByRole('row').filter({ hasText: prefix });
  await expect(row).toContainText('warehouse');
  await expect(row).toContainText('only reads');
  await expect(row).toContainText(member.email);
  expect(await page.content()).not.toContain(key);

  await row.getByRole('button', { name: `Revoke the key ${prefix}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
  await expect(page.getByText(`The key ${prefix} is revoked.`)).toBeVisible();
  expect(await me()).toMatchObject({ status: 401, body: { error: 'invalid token' } });
  await expect(row).toContainText('revoked');

  await page.getByRole('link', { name: 'Record' }).click();
  const record = page.getByRole('region', { name: 'Record' }).getByRole('row').filter({ hasText: prefix });
  await expect(record).toHaveCount(2);
  await expect(record.first()).toContainText('revoked the account key');
  await expect(record.last()).toContainText('created the account key');
  await expect(record.last()).toContainText('which may only read');
  for (const one of await record.all()) await expect(one).toContainText(member.email);
});

inLongRun(() => {
  test('R§10.22 on the free plan the page says that the API refuses keys', async ({ page, context }) => {
    const member = await makeMember({ plan: 'free' });
    await signInAs(context, member);
    await page.goto(`/a/${member.account.id}/settings/keys`);
    await expect(page.getByText('Keys open the API with a paid plan.')).toBeVisible();
  });

  test('R§3.6 the tenth key is made, and no eleventh until one is revoked', async ({ page, context, faults }) => {
    faults.allow(/status of 409/);
    const account = await makeAccount();
    for (let n = 0; n < 9; n++) await makeKey(account, `key ${n}`);
    await signInAs(context, await makeMember({ account }));
    await page.goto(`/a/${account.id}/settings/keys`);
    await expect(page.getByText('9 of 10', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'New key' }).click();
    // Somebody else makes the tenth meanwhile.
    const tenth = await makeKey(account, 'tenth');
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'Ten active account keys already — revoke one before minting another.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expect(page.getByText('10 of 10', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New key' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'New key' })).toHaveAccessibleDescription(
      '10 of 10 keys: revoke one first.',
    );
    const prefix = tenth.split('_')[2] ?? '';
    await page.getByRole('button', { name: `Revoke the key ${prefix}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
    await expect(page.getByText('9 of 10', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click();
    await expect(page.getByTestId('secret')).toBeVisible();
  });

  test('a reseller makes an eleventh key: the page says unlimited', async ({ page, context }) => {
    const account = await makeAccount({ plan: 'free', reseller: true });
    for (let n = 0; n < 10; n++) await makeKey(account, `key ${n}`);
    await signInAs(context, await makeMember({ account }));
    await page.goto(`/a/${account.id}/settings/keys`);
    await expect(page.getByText('10, unlimited')).toBeVisible();
    await expect(page.getByText('Keys open the API with a paid plan.')).toHaveCount(0);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click();
    await expect(page.getByTestId('secret')).toBeVisible();
  });
});
