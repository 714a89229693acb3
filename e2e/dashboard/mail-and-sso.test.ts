import { inLongRun } from '@goal/db/testing/long-run';

import { expectAccessible } from '../harness/accessible.ts';
import { expect } from '../harness/dashboard.ts';
import { expectGood } from '../harness/good.ts';
import {
  askToSignUp,
  mailed,
  mailedCode,
  providerName,
  signInAtProvider,
  signInBySso,
  signInOnPage,
  test,
} from '../harness/mail-and-sso.ts';
import { invite, makeMember, password, signInAs, signInByPassword } from '../harness/member.ts';
import { freshDomain, makeAccount, makeSite, sendEvents, unique } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { budgetKb, openWithinBudget } from '../harness/weight.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';
import { goal, workOnce } from '../service/goal.ts';
import { forgetConfirmation, pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

// One worker, because each has a service of its own.
test.describe.configure({ mode: 'default' });

const newEmail = (): string => `ada-${unique()}@example.com`;

inLongRun(() => {
  test('somebody who was invited joins by single sign-on alone, and confirms by it that it is them', async ({
    page,
    faults,
    around: { provider },
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
});

inLongRun(() => {
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
});

inLongRun(() => {
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
});

test('R§10.20 R§10.39 a newcomer makes a free account by a code, sets a password, connects the one site, sees the monthly limit with its cure, and signs in again', async ({
  page,
  faults,
  around,
}) => {
  faults.allow(/status of (400|401|409)/);
  const email = newEmail();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Make a free account' }).click();
  await expect(page).toHaveURL('/sign-up');
  await openWithinBudget(page, '/sign-up', budgetKb.entry);
  await expectGood(page, 'sign-up');
  await askToSignUp(page, email);
  await expectGood(page, 'the code');
  await page.getByLabel('Code').fill('0000 0000');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The code is wrong.' })).toBeVisible();
  await page.getByLabel('Code').fill(await mailed(around, email, mailedCode));
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
  await expectGood(page, 'the first way to sign in');
  await page.getByLabel('Password', { exact: true }).fill('too short');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'At least 12 characters.' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  // The account opens where its first site is added.
  const adding = page.getByRole('dialog', { name: 'Add a site' });
  const domain = freshDomain();
  await adding.getByLabel('Domain').fill(domain);
  await adding.getByRole('button', { name: 'Add the site' }).click();
  const token = await page.getByTestId('secret').innerText();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText('Waiting for the first event …')).toBeVisible();
  const event = { code: 1000, severity: 'info', object: 'user', event_type: 'login', message: 'Logged in' };
  const send = () =>
    rest('POST', '/events', { token, domain, body: { ...event, occurred_at: new Date().toISOString() } });
  expect((await send()).status).toBe(200);
  const log = page.getByRole('log');
  await expect(log).toContainText('«Logged in» – it works.');
  const setLimit = (events: string) => goal(world().dataDir, 'plan', 'set', 'free', '--hard-limit', events);
  await setLimit('1');
  await expect.poll(async () => (await send()).body).toEqual({ error: 'monthly limit reached' });
  await expect(log).toContainText(/refused: monthly limit reached.*A larger plan lifts the limit at once/s);
  await page.goto(new URL('../../sites', page.url()).pathname);
  await expect(page.getByText('This month has reached the limit of the plan, 1 event.')).toBeVisible();
  await setLimit('30000');
  await expect(page.getByText('1 of 1 active')).toBeVisible();
  await page.getByRole('button', { name: 'Add site' }).click();
  await adding.getByLabel('Domain').fill(freshDomain());
  await adding.getByRole('button', { name: 'Add the site' }).click();
  await expect(adding.getByRole('alert')).toContainText(/plan/i);
  await page.context().clearCookies();
  await signInOnPage(page, email, password);
  await expect(page).toHaveURL(/\/a\//);
});

test('R§10.40 a member switches the weekly summary on, gets it with the link that ends it, and ends it there without a sign-in', async ({
  page,
  context,
  around,
}) => {
  const member = await makeMember();
  await sendEvents(await makeSite(member.account), { count: 3, daysAgo: 3, code: 4007 });
  await signInAs(context, member);
  await page.goto('/me');
  const card = page.getByRole('region', { name: 'Weekly summary' });
  const box = card.getByLabel('Send me the weekly summary');
  await expect(card).toContainText('Prove your e-mail first');
  await expect(box).toBeDisabled();
  await pastTheService(
    world(),
    `UPDATE person SET email_proven_at = clock_timestamp() WHERE email = '${member.email}'`,
  );
  await page.reload();
  await card.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await box.check();
  // Changes are saved one after the other, so the last answer ends the first ones too.
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('"texts"') === true);
  await card.getByLabel('With the texts').check();
  await saved;
  await page.reload();
  await expect(card.getByLabel('With the texts')).toBeChecked();
  await expect(card.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');

  const { dataDir, dashboard } = world();
  await pastTheService(world(), `UPDATE weekly_mail SET due_at = clock_timestamp()`);
  await workOnce(dataDir, { SMTP_URL: around.mail.url, DASHBOARD_URL: dashboard });
  const link = await mailed(around, member.email, /http:\/\/\S+\/unsubscribe\/[\w-]+/);
  const post = (to: string) =>
    fetch(to, { method: 'POST', headers: { origin: 'https://mail.example' }, body: 'List-Unsubscribe=One-Click' });
  expect((await post(`${dashboard}/unsubscribe/${'x'.repeat(43)}`)).status).toBe(204);
  await context.clearCookies();
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto(link);
  await expectAccessible(page, 'the page that ends the weekly summary');
  await expectNoSidewaysScroll(page, 'the page that ends the weekly summary');
  await signInAs(context, member);
  const second = await context.newPage();
  await second.goto('/me');
  const secondBox = second.getByLabel('Send me the weekly summary');
  // Opening the link has changed nothing.
  await expect(secondBox).toBeChecked();
  await page.getByRole('button', { name: 'End these mails' }).click();
  await expect(page.getByRole('status')).toContainText('You get no mail of this kind any more');
  await second.reload();
  await expect(secondBox).not.toBeChecked();
  const answers = [
    await post(link),
    await post(`${dashboard}/unsubscribe/${'x'.repeat(43)}`),
    await post(`${dashboard}/me`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 405]);
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

test('R§16.15 an owner switches the checkpoint on under Me, gets it by mail, and ends it by its link', async ({
  page,
  context,
  around,
}) => {
  const member = await makeMember();
  await pastTheService(
    world(),
    `UPDATE person SET email_proven_at = clock_timestamp() WHERE email = '${member.email}'`,
  );
  await signInAs(context, member);
  await page.goto('/me');
  const box = page.getByRole('region', { name: 'Checkpoint by mail' }).getByLabel('Send me the checkpoint of');
  const saved = page.waitForResponse((answer) => answer.url().includes('setCheckpoint'));
  await box.check();
  await saved;
  await page.reload();
  await expect(box).toBeChecked();

  const { dataDir, dashboard } = world();
  await pastTheService(
    world(),
    `UPDATE membership SET checkpoint_mail_due_at = clock_timestamp() WHERE checkpoint_mail_due_at IS NOT NULL`,
  );
  await workOnce(dataDir, { SMTP_URL: around.mail.url, DASHBOARD_URL: dashboard });
  const link = await mailed(around, member.email, /http:\/\/\S+\/unsubscribe\/[\w-]+/);
  await page.goto(link);
  await page.getByRole('button', { name: 'End these mails' }).click();
  await expect(page.getByRole('status')).toContainText('You get no mail of this kind any more');
  await page.goto('/me');
  await expect(box).not.toBeChecked();
});
