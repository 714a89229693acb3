import { inLongRun } from '@goal/db/testing/long-run';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeColleague, makeMember, signInAs } from '../harness/member.ts';
import { makeKey } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { pastTheService, signedInByPasskey } from '../service/past.ts';
import { world } from '../service/world.ts';

inLongRun(() => {
  test('R§10.29 an owner deletes the account once its e-mail is typed, and lands on the list of accounts', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const { account } = owner;
    const key = await makeKey(account);
    const statusOfKey = async (): Promise<number> => (await rest('GET', '/account/me', { token: key })).status;
    expect(await statusOfKey()).toBe(200);
    await signInAs(context, owner);
    await page.goto(`/a/${account.id}/settings/account`);
    await page.getByRole('button', { name: 'Delete the account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the account?' });
    const confirm = dialog.getByRole('button', { name: 'Delete the account' });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill(owner.email);
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill(account.email);
    await confirm.click();
    await expect(page.getByText(/was deleted\.$/)).toContainText(account.email);
    await expect(page).toHaveURL('/accounts');
    await expect(page.getByText('You are a member of no account')).toBeVisible();
    expect(await statusOfKey()).toBe(401);
  });

  test('R§10.29 while a subscription lives the dialog says to end it first, and the account stays', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 409/);
    const owner = await makeMember();
    const { account } = owner;
    // Ids and e-mails that tests make have no quotes.
    await pastTheService(
      world(),
      `INSERT INTO subscription (account_no, id, created_at, granted_at, price)
       SELECT no, 'sub_1', 10, 11, 'price_s' FROM account WHERE id = '${account.id}'`,
    );
    await signInAs(context, owner);
    await page.goto(`/a/${account.id}/settings/account`);
    await page.getByRole('button', { name: 'Delete the account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the account?' });
    await dialog.getByRole('textbox').fill(account.email);
    await dialog.getByRole('button', { name: 'Delete the account' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('End the subscription first.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  });
});

test('R§10.24 R§10.41 an owner names the account, and without a second factor is told to have one first; once it is required, a colleague is led to their own page, and leaves the account there', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/status of (403|409)/);
  const owner = await makeMember();
  const viewer = await makeColleague(owner, { role: 'viewer' });
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/settings/account`);
  await page.getByLabel('Name', { exact: true }).fill('Agency West');
  await page.getByRole('button', { name: 'Save: Name' }).click();
  await expect(page.getByText('The name is changed.')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Agency West');
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByRole('button', { name: 'Require a second factor' }).click();
  const refusal = card.getByRole('alert');
  await expect(refusal).toHaveText('Set up a second factor, or sign in with a passkey, before you require one.');
  // In the colour of errors, which text around it has not.
  const colour = (): Promise<string> => refusal.evaluate((one) => getComputedStyle(one).color);
  expect(await colour()).not.toBe(await card.getByText(/^Members may/).evaluate((one) => getComputedStyle(one).color));

  await signedInByPasskey(world(), owner.email);
  await card.getByRole('button', { name: 'Require a second factor' }).click();
  await expect(card.getByRole('button', { name: 'No longer require it' })).toBeVisible();
  await context.clearCookies();
  await signInAs(context, viewer);
  await page.goto(`/a/${owner.account.id}/log`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A second factor is required');
  await page.getByRole('link', { name: 'your own page' }).click();
  await expect(page).toHaveURL('/me');
  await page.getByRole('button', { name: 'Leave Agency West' }).click();
  const leaving = page.getByRole('dialog');
  await leaving.getByRole('textbox').fill('Agency West');
  await leaving.getByRole('button', { name: 'Leave the account' }).click();
  await expect(page.getByText('You are a member of no account.')).toBeVisible();
});
