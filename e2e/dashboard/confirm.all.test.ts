import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { forgetConfirmation } from '../service/past.ts';
import { world } from '../service/world.ts';

test('R§10.15 what opens doors asks a person again after 15 minutes: one who closes the question gets the refusal, and after the proof what was asked is done', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/status of (401|403)/);
  const member = await makeMember();
  await signInAs(context, member);
  await forgetConfirmation(world(), member.email);
  await page.goto(`/a/${member.account.id}/settings/keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  const asking = page.getByRole('dialog', { name: 'New key' });
  await asking.getByRole('button', { name: 'Make the key' }).click();
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirming.getByRole('button', { name: 'Close' }).click();
  await expect(asking.getByRole('alert')).toHaveText('This needs your confirmation that it is you.');
  await asking.getByRole('button', { name: 'Make the key' }).click();
  await confirming.getByLabel('Your password').fill('not this password');
  await confirming.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(confirming.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
  await confirming.getByLabel('Your password').fill(member.password);
  await confirming.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(confirming).toBeHidden();
  await expect(page.getByTestId('secret')).toContainText('goal_acct_');
});
