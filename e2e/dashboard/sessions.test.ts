import { world } from '../service/world.ts';
import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeMember, signInAs, signInByPassword } from '../harness/member.ts';

test('R§10.4 a person ends another session, which is out at its next request', async ({ page, context, browser }) => {
  const member = await makeMember();
  const other = await browser.newContext({
    baseURL: world().dashboard,
    storageState: await signInByPassword(member.email),
  });
  const second = await other.newPage();
  await second.goto(`/a/${member.account.id}`);
  await expect(second.getByRole('banner')).toContainText(member.account.email);

  await signInAs(context, member);
  await page.goto('/me');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByText('this one')).toHaveCount(1);
  const times = sessions.getByRole('time');
  await expect(times.filter({ hasText: /now|ago/ })).not.toHaveCount(0);
  await page.getByLabel('Exact times').check();
  await expect(times.filter({ hasText: /now|ago/ })).toHaveCount(0);
  await expect(times.first()).toHaveText(/^\d.*\d\d:\d\d$/);
  await sessions.getByRole('button', { name: /^End the session/ }).click();
  await expect(page.getByText('The session has ended.')).toBeVisible();
  await expect(sessions.getByRole('button', { name: /^End the session/ })).toHaveCount(0);

  await second.goto(`/a/${member.account.id}`);
  await expect(second).toHaveURL(/\/sign-in\?reason=revoked/);
  await expect(second.getByText('Your session has ended: sign in again.')).toBeVisible();
  expect(await other.cookies()).toEqual([]);

  await other.addCookies((await signInByPassword(member.email)).cookies);
  await page.reload();
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('1 session ended.')).toBeVisible();
  await second.goto(`/a/${member.account.id}`);
  await expect(second).toHaveURL(/\/sign-in\?reason=revoked/);
  await other.close();
});
