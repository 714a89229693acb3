import { admin, makeAccount, makeGroup, makeGroupKey, makeKey, makeSite, makeStream } from '../harness/operator.ts';
import { expect, type Page, inUsedTab as test } from '../harness/test.ts';
import { world } from '../service/world.ts';

const reason = 'Your token is read-only (admin:read)';

test.use({ as: 'reader' });

async function expectRefused(page: Page, names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole('button', { name }).first();
    await expect(button).toBeVisible();
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(reason);
    // It stays focusable, and does nothing.
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

test('a read-only token sees everything and changes nothing: each button says why, and the API refuses as well', async ({
  page,
  faults,
}) => {
  faults.allow(/status of 403/);
  const account = await makeAccount();
  const site = await makeSite(account);
  const accountKey = await makeKey(account);
  const prefix = accountKey.split('_')[2] ?? '';
  const group = await makeGroup(accountKey, { name: 'North' });
  const groupKey = await makeGroupKey(accountKey, group);
  await makeSite(account);
  for (const plan of ['free', 'pro']) await admin().accounts.setPlan.mutate({ id: account.id, plan });
  await page.goto('/accounts');
  await expect(page.getByRole('button', { name: /^Signed in as reader/ })).toContainText('read only');
  await expectRefused(page, ['Create account']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(
    page.getByRole('button', { name: /^Signed in as reader/ }).getByText('read', { exact: true }),
  ).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto(`/accounts/${account.id}`);
  await expect(page.getByText('1 of 25 sites')).toBeVisible();
  await expectRefused(page, ['Change e-mail or name', 'Change plan', 'Delete account']);
  const flag = page.getByRole('switch', { name: 'Reseller' });
  await expect(flag).toBeDisabled();
  await expect(flag).toHaveAccessibleDescription(new RegExp(reason.replaceAll(/[()]/g, '\\$&')));
  await flag.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(flag).not.toBeChecked();

  await page.goto(`/accounts/${account.id}?tab=sites`);
  await expectRefused(page, ['Register a site', `Change rate of ${site.domain}`, `Revoke ${site.domain}`]);
  await expectRefused(page, ['Activate it', 'Activate', /^Activate s/]);
  await page.goto(`/accounts/${account.id}?tab=groups&keys_of=${group.id}&revoke=${groupKey.prefix}`);
  await expectRefused(page, [`Revoke key ${groupKey.prefix}`]);
  await page.goto(`/accounts/${account.id}?tab=keys`);
  await expectRefused(page, ['Create key', `Revoke key ${prefix}`]);
  await makeStream(accountKey);
  await page.goto(`/accounts/${account.id}?tab=streams`);
  await expectRefused(page, ['Pause Our SIEM']);
  await page.goto(`/accounts/${account.id}?tab=holds`);
  await expectRefused(page, ['Set a hold']);
  await page.goto(`/sites/${site.site_id}`);
  await expectRefused(page, ['Change rate', 'Revoke site', 'Delete site', `Revoke key ${site.prefix}`]);
  const answer = await page.evaluate(async (id) => {
    const { status } = await fetch('/api/trpc/admin.accounts.setReseller', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, enabled: true }),
    });
    return status;
  }, account.id);
  expect(answer).toBe(403);
  expect((await admin().accounts.get.query({ id: account.id })).is_reseller).toBe(false);
  expect(world().tokens.reader.scope).toBe('admin:read');
});
