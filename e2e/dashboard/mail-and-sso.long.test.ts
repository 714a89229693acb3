import { addAuthenticator, expect, settled } from '../harness/dashboard.ts';
import { expectGoodDialog } from '../harness/dialog.ts';
import { expectGood } from '../harness/good.ts';
import {
  askToSignUp,
  deleteLastAccount,
  mailed,
  mailedCode,
  providerName,
  signInAtProvider,
  signInBySso,
  signInOnPage,
  test,
} from '../harness/mail-and-sso.ts';
import { invite, inviteAs, join, makeMember, password, signInAs, signInByPassword } from '../harness/member.ts';
import { makeAccount, unique } from '../harness/operator.ts';
import { forgetConfirmation } from '../service/past.ts';
import { world } from '../service/world.ts';

// What packages/core shows of these ways in, by the pages of the dashboard.

// One worker, because each has a service of its own.
test.describe.configure({ mode: 'default' });

const newEmail = (): string => `ada-${unique()}@example.com`;

test('somebody who was invited joins by single sign-on alone, and confirms by it that it is them', async ({
  page,
  faults,
  provider,
}) => {
  faults.allow(/status of 403/);
  const account = await makeAccount();
  const { email } = await invite(account);
  const login = provider.know(unique(), { email, email_verified: true });
  await signInBySso(page, login);
  await expect(page).toHaveURL(`/a/${account.id}/log`);
  await page.goto('/me');
  await expect(page.getByRole('region', { name: 'Single sign-on' })).toContainText(provider.issuer);
  await expect(page.getByText('You have no password.')).toBeVisible();

  await forgetConfirmation(world(), email);
  await page.goto(`/a/${account.id}/settings/keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  const asking = page.getByRole('dialog', { name: 'New key' });
  await asking.getByRole('button', { name: 'Make the key' }).click();
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' });
  // R§10.30: the link of a tab of somebody else begins nothing in this person's name.
  const elsewhere = await page.request.get(`/api/entry/sso?confirm=&person=${account.id}&next=%2Fme`, {
    maxRedirects: 0,
  });
  expect([elsewhere.status(), elsewhere.headers()['location']]).toEqual([303, '/me']);
  expect(elsewhere.headers()['set-cookie']).toBeUndefined();
  await confirming.getByRole('link', { name: `Confirm with ${providerName}` }).click();
  await signInAtProvider(page, login);
  // Back at the page that asked, with its dialog.
  await asking.getByRole('button', { name: 'Make the key' }).click();
  await expect(page.getByTestId('secret')).toContainText('goal_acct_');
});

test('a person who forgot the password signs in by a mailed code, and sets another one', async ({
  page,
  faults,
  around,
}) => {
  faults.allow(/status of 401/);
  const member = await makeMember();
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(member.email);
  await page.getByRole('button', { name: 'Send me a code by mail' }).click();
  await expect(page.getByRole('heading', { name: 'Code by mail' })).toBeVisible();
  await page.getByLabel('Code').fill('0000 0000');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The code is wrong.' })).toBeVisible();
  await page.getByLabel('Code').fill(await mailed(around, member.email, mailedCode));
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page).toHaveURL(`/a/${member.account.id}/log`);
  await page.goto('/me');
  await page.getByRole('button', { name: /^(Set a|Change the) password$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New password', { exact: true }).fill(`${password} again`);
  await dialog.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('The password is set.')).toBeVisible();
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await signInOnPage(page, member.email, password);
  await expect(page.getByRole('alert').filter({ hasText: 'The e-mail or the password is wrong.' })).toBeVisible();
  await signInOnPage(page, member.email, `${password} again`);
  await expect(page).toHaveURL(`/a/${member.account.id}/log`);
});

test('the dialogs that change an e-mail break no rule of WCAG 2.2 AA, cut no button off, grow with text of 200 %, keep their controls in forced colours, do not move for people who ask for that, keep Tab inside, and return the focus to their button', async ({
  page,
  context,
}) => {
  const member = await makeMember();
  await signInAs(context, member);
  for (const [path, button] of [
    ['/me', 'Change e-mail'],
    [`/a/${member.account.id}/settings/account`, 'Change the e-mail'],
  ] as const) {
    await page.goto(path);
    await settled(page);
    await expectGoodDialog(page, button, { axeAt: [1280, 360], isAdapted: true });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: button }).click();
    await dialog.getByLabel('New e-mail').fill(newEmail());
    await dialog.getByRole('button', { name: 'Send a code' }).click();
    await expect(dialog.getByLabel('Code')).toBeFocused();
    await expectGood(page, `${button}: the code`);
  }
});

test('a person changes their e-mail by a code that is mailed to the new one, and signs in with that', async ({
  page,
  context,
  faults,
  around,
}) => {
  faults.allow(/status of (401|409)/);
  const member = await makeMember();
  const email = newEmail();
  await signInAs(context, member);
  await page.goto('/me');
  const you = page.getByRole('region', { name: 'You' });
  await you.getByRole('button', { name: 'Change e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your e-mail' });
  await dialog.getByLabel('New e-mail').fill(member.email);
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This e-mail is taken.');
  await dialog.getByLabel('New e-mail').fill(email);
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await dialog.getByLabel('Code').fill('0000 0000');
  await dialog.getByRole('button', { name: 'Change the e-mail' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The code is wrong.');
  await expect(you).toContainText(member.email);
  await dialog.getByLabel('Code').fill(await mailed(around, email, mailedCode));
  await dialog.getByRole('button', { name: 'Change the e-mail' }).click();
  await expect(page.getByText('Your e-mail is changed.')).toBeVisible();
  await expect(you).toContainText(email);
  await expect(signInByPassword(member.email)).rejects.toThrow('401');
  expect((await signInByPassword(email)).cookies).toHaveLength(1);
});

test('a stranger whom the provider knows, and somebody with an e-mail that it does not confirm, come no further', async ({
  page,
  context,
  provider,
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
  provider,
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
  await expect(second).toHaveURL(`/a/${owner.account.id}/log`);
  await second.goto('about:blank');
  await second.goto(copied);
  await expect(second.getByRole('alert').filter({ hasText: 'was used, was revoked or has expired' })).toBeVisible();
  await colleague.close();
});

test('R§10.41 an owner changes the e-mail of the account by a code that is mailed to the new one', async ({
  page,
  context,
  around,
}) => {
  const member = await makeMember();
  const email = `bills-${unique()}@example.com`;
  await signInAs(context, member);
  await page.goto(`/a/${member.account.id}/settings/account`);
  const card = page.getByRole('region', { name: 'Name and e-mail' });
  await card.getByRole('button', { name: 'Change the e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the e-mail of the account' });
  await dialog.getByLabel('New e-mail').fill(email);
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await dialog.getByLabel('Code').fill(await mailed(around, email, mailedCode));
  await expect(card).toContainText(member.account.email);
  await dialog.getByRole('button', { name: 'Change the e-mail' }).click();
  await expect(page.getByText('The e-mail of the account is changed.')).toBeVisible();
  await expect(card).toContainText(email);
});
