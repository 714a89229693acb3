import { admin, makeAccount, makeSite } from '../harness/operator.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

test('R§13.6 an operator sets a legal hold on an account, which cannot be deleted then, and ends it with a reason', async ({
  page,
}) => {
  const account = await makeAccount();
  await makeSite(account);
  await page.goto(`/accounts/${account.id}?tab=holds`);
  await expect(page.getByText('No hold')).toBeVisible();
  await page.getByRole('button', { name: 'Set a hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('subpoena 12');
  await dialog.getByRole('button', { name: 'Set the hold' }).click();
  const row = page.getByRole('region', { name: 'Legal holds' }).getByRole('row').filter({ hasText: 'subpoena 12' });
  await expect(row).toContainText('the whole account');
  await expect(admin().accounts.delete.mutate({ id: account.id, confirm: true })).rejects.toThrow('on legal hold');
  await row.getByRole('button', { name: 'End the hold' }).click();
  await dialog.getByLabel('Why').fill('settled');
  await dialog.getByRole('button', { name: 'End the hold' }).click();
  await expect(row.getByRole('button')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Record' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'ended a legal hold' })).toContainText('settled');
});
