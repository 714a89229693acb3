import { inAllRun } from '@goal/db/testing/long-run';
import { addAuthenticator, expect, type Page, test } from '../harness/dashboard.ts';
import { invite, join } from '../harness/member.ts';
import { makeAccount } from '../harness/operator.ts';

/** Presses Tab until an element with this role and name has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox', name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' });
  await expect(wanted).toBeVisible();
  for (let n = 0; n < 60; n++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

test('R§10.10 by keyboard alone: joins with a passkey and no password, signs out, and signs in with it', async ({
  page,
}) => {
  const authenticator = await addAuthenticator(page);
  const account = await makeAccount();
  const { secret } = await invite(account);
  await page.goto(`/join#${secret}`);
  await tabTo(page, 'textbox', 'Your name');
  await page.keyboard.type('Jo');
  await tabTo(page, 'button', 'Join with a passkey instead');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/a/${account.id}/log`);
  await expect(page.getByRole('banner')).toContainText(account.email);

  await authenticator.touch(false);
  await tabTo(page, 'button', /^Signed in as Jo/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/sign-in?reason=left');
  await tabTo(page, 'button', 'Sign in with a passkey');
  // Before Enter: the browser asks the authenticator only once whether it is touched.
  await authenticator.touch(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/a/${account.id}/log`);

  // The sign-in offers it in the e-mail field as well: it is touched before anything is pressed.
  const left = page.waitForURL('/sign-in?reason=left');
  await tabTo(page, 'button', /^Signed in as Jo/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Sign out');
  await page.keyboard.press('Enter');
  await left;
  await expect(page).toHaveURL(`/a/${account.id}/log`);
});

inAllRun(() => {
  test('R§10.3 R§10.10 a link stays as it is until a passkey is stored, and a passkey is offered where something can make one', async ({
    page,
  }) => {
    const account = await makeAccount();
    const { email, secret } = await invite(account);
    await page.goto(`/join#${secret}`);
    // The browser has no authenticator; a person who has a key asks for it.
    await expect(page.getByRole('button', { name: 'Use a security key or a phone' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join with a passkey instead' })).toHaveCount(0);

    const authenticator = await addAuthenticator(page);
    await authenticator.verify(false);
    await page.goto('about:blank');
    await page.goto(`/join#${secret}`);
    await page.getByRole('button', { name: 'Join with a passkey instead' }).click();
    await expect(page.getByText('No passkey was used. You can try again.')).toBeVisible();

    // Neither the attempt nor a call without any way in has used the link up.
    await expect(join(secret, {})).rejects.toThrow('400 {"error":"password or passkey must be given"}');
    await page.goto('about:blank');
    await page.goto(`/join#${secret}`);
    await expect(page.getByText(email)).toBeVisible();
    await authenticator.verify(true);
    await page.getByRole('button', { name: 'Join with a passkey instead' }).click();
    await expect(page).toHaveURL(`/a/${account.id}/log`);
    await page.goto('/me');
    await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toHaveCount(1);
  });
});
