import { addAuthenticator, expect } from '../harness/dashboard.ts';
import {
  askToSignUp,
  deleteLastAccount,
  mailed,
  mailedCode,
  signInBySso,
  signInOnPage,
  test,
} from '../harness/mail-and-sso.ts';
import { invite, inviteAs, join, makeMember, password, signInAs } from '../harness/member.ts';
import { makeAccount, unique } from '../harness/operator.ts';
import { world } from '../service/world.ts';

// What packages/core shows of these ways in, by the pages of the dashboard.

// One worker, because each has a service of its own.
test.describe.configure({ mode: 'default' });

const newEmail = (): string => `ada-${unique()}@example.com`;

test('a stranger whom the provider knows, and somebody with an e-mail that it does not confirm, come no further', async ({
  page,
  context,
  around: { provider },
}) => {
  const account = await makeAccount();
  const { email, secret } = await invite(account);
  const cases = [
    [{ email: newEmail(), email_verified: true }, 'nobody_invited', 'Nobody has invited this e-mail.'],
    [{ email, email_verified: false }, 'email_not_confirmed', 'The e-mail is not confirmed there.'],
  ] as const;
  for (const [claims, name, sentence] of cases) {
    await context.clearCookies();
    await signInBySso(page, provider.know(unique(), claims));
    await expect(page).toHaveURL(`/sign-in?refused=${name}`);
    await expect(page.getByRole('status')).toHaveText(sentence);
    expect((await context.cookies(world().dashboard)).map((cookie) => cookie.name)).toEqual([]);
  }
  // The invitation is as it was.
  await page.goto(`/join#${secret}`);
  await expect(page.getByRole('heading', { name: `Join ${account.email}` })).toBeVisible();
});

test('whoever took an e-mail in advance loses password, passkey and session when its owner signs in', async ({
  page,
  browser,
  around: { provider },
}) => {
  const attacker = await makeMember();
  const victim = newEmail();
  const { secret } = await inviteAs(attacker, { email: victim });
  const taken = await browser.newContext({ baseURL: world().dashboard, storageState: await join(secret) });
  const thief = await taken.newPage();
  const authenticator = await addAuthenticator(thief);
  await thief.goto('/me');
  await thief.getByRole('button', { name: 'Add a passkey' }).click();
  await thief.getByRole('dialog').getByRole('button', { name: 'Make the passkey' }).click();
  await expect(thief.getByText('The passkey is added.')).toBeVisible();
  await authenticator.touch(false);

  await signInBySso(page, provider.know(unique(), { email: victim, email_verified: true }));
  await expect(page).toHaveURL(`/a/${attacker.account.id}/log`);
  await page.goto('/me');
  await expect(page.getByText('You have no password.')).toBeVisible();
  await expect(page.getByText('this one')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(0);

  await thief.goto(`/a/${attacker.account.id}`);
  await expect(thief).toHaveURL(/\/sign-in\?reason=revoked/);
  await signInOnPage(thief, victim, password);
  await expect(thief.getByRole('alert').filter({ hasText: 'The e-mail or the password is wrong.' })).toBeVisible();
  await authenticator.touch(true);
  await thief.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(thief.getByRole('alert').filter({ hasText: 'This passkey is not known here.' })).toBeVisible();
  expect(await taken.cookies()).toEqual([]);
  await taken.close();
});

test('an e-mail that somebody has meets the same pages, and its mail leads to the sign-in; a newcomer may make a passkey instead, and another account after the first', async ({
  page,
  around,
}) => {
  await addAuthenticator(page);
  const known = await makeMember();
  await page.goto('/sign-up');
  await askToSignUp(page, known.email);
  await expect(page.getByText(`A mail to ${known.email} is on its way.`)).toBeVisible();
  const link = await mailed(around, known.email, /sign in there with this e-mail already: \S+\/sign-in/);
  expect(link).toContain(world().dashboard);
  await page.getByRole('button', { name: 'Begin again' }).click();
  const email = newEmail();
  await askToSignUp(page, email);
  await page.getByLabel('Code').fill(await mailed(around, email, mailedCode));
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a site' })).toBeVisible();
  await page.goto('/me');
  await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toHaveCount(1);
  await deleteLastAccount(page, email);
  await page.getByRole('button', { name: 'Make a free account' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a site' })).toBeVisible();
});

test('R§10.3 R§10.21 a colleague joins by the link of the mail; then the copied link is void as well', async ({
  page,
  context,
  browser,
  around,
}) => {
  const owner = await makeMember();
  const email = newEmail();
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/settings/members`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Make the invitation' }).click();
  await expect(page.getByText(`A mail with another link is on its way to ${email}.`)).toBeVisible();
  const copied = await page.getByTestId('secret').innerText();
  const link = await mailed(around, email, /http:\/\/\S+\/join#goal_inv_\w+/);
  expect(link).not.toBe(copied);
  const colleague = await browser.newContext({ baseURL: world().dashboard });
  const second = await colleague.newPage();
  await second.goto(link);
  await second.getByLabel('Password', { exact: true }).fill(password);
  await second.getByRole('button', { name: 'Join', exact: true }).click();
  await second.getByRole('button', { name: 'Not now' }).click();
  await expect(second).toHaveURL(`/a/${owner.account.id}/log`);
  await second.goto('about:blank');
  await second.goto(copied);
  await expect(second.getByRole('alert').filter({ hasText: 'was used, was revoked or has expired' })).toBeVisible();
  await colleague.close();
});
