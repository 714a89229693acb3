import { inAllRun, inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { expectAccessible } from '../harness/accessible.ts';
import { expect, settled } from '../harness/dashboard.ts';
import { expectGood } from '../harness/good.ts';
import { askToSignUp, mailed, mailedCode, signInOnPage, test } from '../harness/mail-and-sso.ts';
import { makeMember, password, proveEmail, signInAs } from '../harness/member.ts';
import { freshDomain, makeKey, makeSite, sendEvents, unique } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { budgetKb, openWithinBudget } from '../harness/weight.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';
import { goal, workOnce } from '../service/goal.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

// One worker, because each has a service of its own.
test.describe.configure({ mode: 'default' });

/** The widths at which axe judges a page, and those for what shares its parts with one. */
const [axeAt, axeInLongRun] = [rowsOf([1280], [360]), rowsOf<number>([], [1280, 360])];

const newEmail = (): string => `ada-${unique()}@example.com`;

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
  await expectGood(page, 'sign-up', axeAt);
  await askToSignUp(page, email);
  await expectGood(page, 'the code', axeInLongRun);
  await page.getByLabel('Code').fill('0000 0000');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The code is wrong.' })).toBeVisible();
  await page.getByLabel('Code').fill(await mailed(around, email, mailedCode));
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
  await expectGood(page, 'the first way to sign in', axeInLongRun);
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

inLongRun(() => {
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
    await proveEmail(member);
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

  test('R§16.15 an owner switches the checkpoint on under Me, gets it by mail, and ends it by its link', async ({
    page,
    context,
    around,
  }) => {
    const member = await makeMember();
    await proveEmail(member);
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
});

type Form = { type: string; fill: Readonly<Record<string, string>>; sink: Readonly<Record<string, unknown>> };
/** A stream of every other kind, by the labels of its form. */
const forms = rowsOf<Form>(
  [
    {
      type: 's3',
      fill: { Bucket: 'audit-archive', 'Access key id': 'AKIA', 'Secret access key': 'a-secret', Prefix: 'goal' },
      sink: { bucket: 'audit-archive', region: 'us-east-1', secret_access_key: null, prefix: 'goal', minutes: 5 },
    },
    { type: 'mail', fill: {}, sink: { to: null } },
  ],
  [
    {
      type: 'splunk',
      fill: { Address: 'https://splunk.invalid:8088', Token: 'a-token-of-splunk', Index: 'audit' },
      sink: { url: 'https://splunk.invalid:8088/', token: null, index: 'audit', sourcetype: 'goal:event', ca: null },
    },
    {
      type: 'otlp',
      fill: { Address: 'https://otel.invalid:4318', Headers: 'Authorization: Bearer abc' },
      sink: { url: 'https://otel.invalid:4318/', headers: null, encoding: 'protobuf', ca: null },
    },
    {
      type: 'syslog',
      fill: { Host: 'syslog.invalid', Port: '6515' },
      sink: { host: 'syslog.invalid', port: 6515, body: 'rfc5424', client_key: null },
    },
  ],
);

inAllRun(() => {
  test('R§15.12 on a free account an alert is three clicks away from the log, and its mail arrives; a webhook wants a plan', async ({
    page,
    context,
    around,
  }) => {
    const member = await makeMember({ plan: 'free' });
    const site = await makeSite(member.account);
    await signInAs(context, member);
    await page.goto(`/a/${member.account.id}/log?severity=critical`);
    await settled(page);
    await page.getByRole('button', { name: 'Tell me …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tell me when this happens' });
    await expect(dialog).toContainText('Your own e-mail is not proven');
    await proveEmail(member);
    await page.reload();
    await page.getByRole('button', { name: 'Tell me …' }).click();
    await expect(dialog.getByLabel(`${member.email} (you)`)).toBeChecked();
    await expectGood(page, 'the dialog of an alert', axeAt);
    await dialog.getByText('By webhook').click();
    await expect(dialog).toContainText('Webhooks come with a paid plan.');
    await dialog.getByText('By mail', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Make the alert' }).click();
    const made = page.getByRole('dialog', { name: 'The alert is made' });
    await made.getByRole('button', { name: 'Send a test' }).click();
    await expect(made.getByRole('status')).toContainText('The test arrived');
    await mailed(around, member.email, /A test of this stream/);
    await sendEvents(site, { count: 2, severity: 'critical', code: 4007 });
    expect(await mailed(around, member.email, /found 2 events/)).not.toBe('');
    const link = await mailed(around, member.email, /http:\/\/\S+\/unsubscribe\/[\w-]+/);
    const me = await context.newPage();
    for (const path of [link, '/me']) await me.goto(path);
    const box = me.getByLabel('An alert that is mailed to me finds something');
    // Opening the link has changed nothing.
    await expect(box).toBeChecked();
    for (let times = 0; times < 2; times += 1)
      expect((await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(204);
    await me.reload();
    await expect(box).not.toBeChecked();
    await made.getByRole('link', { name: 'streams' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alert: severity: critical');
    await expect(page.getByRole('region', { name: 'What it sends where' })).toContainText('E-mail');
    await page.goto(`/a/${member.account.id}/streams/new`);
    await expect(page.getByRole('combobox', { name: 'Where to' })).toHaveValue('mail');
    // Nothing is sold here, and nobody is named whom to ask for the plan.
    await page.goto(`/a/${member.account.id}/settings/billing`);
    await expect(page.getByText('Only your provider can change the plan.')).toBeVisible();
  });

  test(`R§15.12 R§15.3 each of the other forms makes its stream, and says at the field what is wrong; the page of a stream fetches at most ${budgetKb.page} kB of script`, async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 400/);
    const member = await makeMember();
    const token = await makeKey(member.account);
    await signInAs(context, member);
    for (const { type, fill } of forms) {
      await page.goto(`/a/${member.account.id}/streams/new`);
      await settled(page);
      await page.getByRole('combobox', { name: 'Where to' }).selectOption(type);
      await page.getByLabel('Name of the stream').fill(type);
      const make = page.getByRole('button', { name: 'Make the stream' });
      const [first] = Object.keys(fill);
      if (first !== undefined) {
        await make.click();
        await expect(page.getByRole('alert').filter({ hasText: /required/i })).toBeVisible();
        const more = page.getByText('More settings');
        if (await more.isVisible()) await more.click();
      }
      for (const [label, value] of Object.entries(fill)) await page.getByLabel(label, { exact: true }).fill(value);
      if (type === 'mail') for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
      await make.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(type);
      if (type === 'mail') await openWithinBudget(page, page.url(), budgetKb.page);
    }
    const { body } = await rest('GET', '/account/streams', { token });
    const { streams } = body as { streams: { name: string; sink: object }[] };
    expect(streams.map(({ name }) => name)).toEqual(forms.map(({ type }) => type).toReversed());
    for (const { type, sink } of forms)
      expect(streams.find(({ name }) => name === type)?.sink).toMatchObject({ type, ...sink });
  });
});
