import { makeAccount, makeGroup, makeGroupKey, makeKey, makeSite, admin } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

test('a leaked site key is revoked from the list, after the dialog has said what stops; the other key keeps working', async ({
  page,
}) => {
  const account = await makeAccount();
  const site = await makeSite(account);
  const token = await makeKey(account);
  const second = (await rest('POST', `/account/sites/${site.site_id}/tokens`, { token })).body as { token: string };
  const send = (key: string) => rest('POST', '/events', { token: key, domain: site.domain, body: { events: [{}] } });
  await page.goto(`/sites/${site.site_id}`);
  await page.getByRole('button', { name: `Revoke key ${site.prefix}` }).click();
  const dialog = page.getByRole('dialog', { name: `Revoke the key ${site.prefix}?` });
  await expect(dialog).toContainText('1 other key of the site keeps working.');
  await expect(dialog).toContainText('It was never used.');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText(`The key ${site.prefix} is revoked.`)).toBeVisible();
  expect(await send(site.token)).toMatchObject({ status: 401, body: { error: 'invalid token' } });
  expect((await send(second.token)).status).toBe(200);
  const row = page.getByRole('region', { name: 'Keys of the site' }).getByRole('row').filter({ hasText: site.prefix });
  await expect(row).toContainText('revoked');
  await expect(page.getByRole('button', { name: `Revoke key ${site.prefix}` })).toBeHidden();

  const last = second.token.split('_')[2] ?? '';
  await page.getByRole('button', { name: `Revoke key ${last}` }).click();
  await expect(page.getByRole('dialog')).toContainText('It is the only working key of the site');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Revoke key ${last}` })).toBeFocused();
});

test('a leaked group key is found through the account’s groups and revoked there, even on the free plan', async ({
  page,
}) => {
  const account = await makeAccount();
  const token = await makeKey(account);
  const group = await makeGroup(token, { name: 'North' });
  const [leaked, other] = [await makeGroupKey(token, group, 'crm'), await makeGroupKey(token, group, 'reports')];
  await admin().accounts.setPlan.mutate({ id: account.id, plan: 'free' });
  await page.goto(`/accounts/${account.id}?tab=groups`);
  await page.getByRole('link', { name: 'Keys of North: 2 active' }).click();
  await expect(page.getByText('Keys of the group «North»')).toBeVisible();
  await expect(page.getByText('These keys are refused: the free plan has no API.')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Keys of the group' }).getByRole('rowheader');
  await expect(rows).toHaveText([other.prefix, leaked.prefix]);
  await page.getByRole('button', { name: `Revoke key ${leaked.prefix}` }).click();
  const dialog = page.getByRole('dialog', { name: `Revoke the key ${leaked.prefix}?` });
  await expect(dialog).toContainText('1 other key keeps working.');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText(`The key ${leaked.prefix} is revoked.`)).toBeVisible();
  await admin().accounts.setPlan.mutate({ id: account.id, plan: 'pro' });
  expect((await rest('GET', '/account/me', { token: leaked.key })).status).toBe(401);
  expect((await rest('GET', '/account/me', { token: other.key })).status).toBe(200);
  await page.getByRole('button', { name: 'Show all groups' }).click();
  await expect(page.getByRole('link', { name: 'Keys of North: 1 active' })).toBeVisible();
});
