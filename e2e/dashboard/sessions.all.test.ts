import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeMember, signInByPassword, signInInstead } from '../harness/member.ts';

test('R§10.4 a person ends another session, which is out at its next request', async ({ page, context, faults }) => {
  faults.allow(/status of 401/);
  const member = await makeMember();
  const session = await signInByPassword(member.email);
  await signInInstead(page, { session });
  await page.goto(`/a/${member.account.id}/groups`);
  await expect(page.getByRole('banner')).toContainText(member.account.email);

  await signInInstead(page, member);
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

  await signInInstead(page, { session });
  await page.goto(`/a/${member.account.id}/groups`);
  await expect(page).toHaveURL(/\/sign-in\?reason=revoked/);
  await expect(page.getByText('Your session has ended: sign in again.')).toBeVisible();
  expect(await context.cookies()).toEqual([]);

  const another = await signInByPassword(member.email);
  await signInInstead(page, member);
  await page.goto('/me');
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('1 session ended.')).toBeVisible();
  await signInInstead(page, { session: another });
  await page.goto(`/a/${member.account.id}/groups`);
  await expect(page).toHaveURL(/\/sign-in\?reason=revoked/);
});
