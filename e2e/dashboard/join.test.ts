import { inAllRun, inLongRun } from '@goal/db/testing/long-run';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { invite, join, makeMember, password, signInAs } from '../harness/member.ts';
import { makeAccount } from '../harness/operator.ts';
import { goal } from '../service/goal.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

test('R§10.3 R§10.26 a person joins by a link that works once, and its secret leaves the address bar', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/status of 40[04]/);
  const account = await makeAccount();
  const { email, secret } = await invite(account);
  await page.goto(`/join#${secret}`);
  await expect(page.getByRole('heading', { name: `Join ${account.email}` })).toBeVisible();
  await expect(page).toHaveURL('/join');
  await expect(page.getByText(email)).toBeVisible();

  await page.getByLabel('Your name').fill('Jo Harbour');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/At least 12 characters\./);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Join', exact: true }).click();

  // No passkey is offered, because this browser has nothing that would make one.
  await expect(page).toHaveURL(`/a/${account.id}/log`);
  await expect(page.getByRole('banner')).toContainText(account.email);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'goal_session', httpOnly: true, sameSite: 'Lax', path: '/', secure: false });
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto(`/join#${secret}`);
  await expect(page.getByRole('alert').filter({ hasText: 'was used, was revoked or has expired' })).toBeVisible();
});

inLongRun(() => {
  test('a link without its secret says what to do, and an address that is no page leads on', async ({
    page,
    faults,
  }) => {
    faults.allow(/status of 404/);
    await page.goto('/join');
    await expect(page.getByText('This page needs the whole link')).toBeVisible();
    // An address that is no page here.
    await page.goto('/sign-up');
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
    await page.getByRole('link', { name: 'your accounts' }).click();
    await expect(page.getByRole('heading', { name: /^Sign in/ })).toBeVisible();
  });

  test('a person with a session joins another account as themselves, and sees which accounts they have', async ({
    page,
    context,
  }) => {
    const member = await makeMember();
    const second = await makeAccount();
    const { secret } = await invite(second, { email: member.email, role: 'viewer' });
    await signInAs(context, member);
    await page.goto(`/join#${secret}`);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page).toHaveURL(`/a/${second.id}/log`);
    await page.goto('/accounts');
    const rows = page.getByRole('region', { name: 'Your accounts' }).getByRole('row');
    await expect(rows.filter({ hasText: member.account.email })).toContainText('Owner');
    await expect(rows.filter({ hasText: second.email })).toContainText('Viewer');
  });
});

inAllRun(() => {
  test('an invited person who is not signed in signs in first, and joins then', async ({ page }) => {
    const member = await makeMember();
    const second = await makeAccount();
    const { secret } = await invite(second, { email: member.email, role: 'viewer' });
    await page.goto(`/join#${secret}`);
    await page.getByRole('button', { name: 'Sign in and join' }).click();
    await expect(page).toHaveURL('/sign-in?next=%2Fjoin');
    expect(page.url()).not.toContain(secret);
    await page.getByLabel('E-mail').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page).toHaveURL(`/a/${second.id}/log`);
  });
});

inLongRun(() => {
  test('R§10.25 a link that the operator makes for a person sets a new password, once', async ({
    page,
    context,
    faults,
  }) => {
    // The session from before has ended.
    faults.allow(/status of 401/);
    const member = await makeMember();
    const printed = await goal(world().dataDir, 'people', 'reset', member.email, '--json');
    // One JSON object with the link.
    const { link } = JSON.parse(printed) as { link: string };
    await signInAs(context, member);
    await page.goto(`/join${new URL(link).hash}`);
    await expect(page.getByRole('heading', { name: 'A new way in' })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(`${password} again`);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page).toHaveURL(`/a/${member.account.id}/log`);
    // The owners of the account are told.
    await expect(page.getByText(`The provider made a new way in for ${member.email}`)).toBeVisible();
  });

  test('R§10.10 a person whose last way in is gone is told before they sign out, until they have one', async ({
    page,
    context,
  }) => {
    const account = await makeAccount();
    const { email, secret } = await invite(account);
    await context.addCookies((await join(secret)).cookies);
    // As after the mail server is taken away, by which alone they signed in.
    await pastTheService(world(), `UPDATE person SET password = NULL, password_at = NULL WHERE email = '${email}'`);
    await page.goto(`/a/${account.id}`);
    const warning = page.getByRole('status').filter({ hasText: 'You have no way to sign in again' });
    await expect(warning).toBeVisible();
    await warning.getByRole('link', { name: 'your own page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Me');
    await expect(warning).toBeVisible();
    await page.getByRole('button', { name: 'Set a password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Set the password' }).click();
    await expect(warning).toHaveCount(0);
  });
});
