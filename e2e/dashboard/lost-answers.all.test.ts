import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { makeMember, signInAs } from '../harness/member.ts';

test.beforeEach(({ faults }) => faults.allow(/Failed to load resource|status of 404/));

test('R§10.52 a key is made and the answer is lost: the dialog names it, revokes it, and offers to make another', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/settings/keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  await loseAnswer(page, 'dashboard.keys.create');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/^No answer came\. The key \w+ is made, but nobody can see it/);
  await dialog.getByRole('button', { name: /^Revoke \w+$/ }).click();
  await dialog.getByRole('button', { name: 'Revoke the key' }).click();
  await expect(page.getByText(/^The key \w+ is revoked\.$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Make the key' })).toBeEnabled();
});

test('R§10.52 an account is deleted and the answer is lost: the page knows it, although its member reaches the account no more', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const { account } = owner;
  await signInAs(context, owner);
  await page.goto(`/a/${account.id}/settings/account`);
  await page.getByRole('button', { name: 'Delete the account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account?' });
  await dialog.getByRole('textbox').fill(account.email);
  await loseAnswer(page, 'dashboard.account.delete');
  await dialog.getByRole('button', { name: 'Delete the account' }).click();
  await expect(page.getByText(/was deleted\.$/)).toContainText(account.email);
  await expect(page).toHaveURL('/accounts');
});
