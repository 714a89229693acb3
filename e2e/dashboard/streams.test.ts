import { inLongRun } from '@goal/db/testing/long-run';

import { expectGood } from '../harness/good.ts';
import { expect, settled } from '../harness/dashboard.ts';
import { mailed, test } from '../harness/mail-and-sso.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { makeKey, makeSite, sendEvents } from '../harness/operator.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import { rest } from '../harness/rest.ts';
import { budgetKb, openWithinBudget } from '../harness/weight.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

// One worker, because each has a service of its own.
test.describe.configure({ mode: 'default' });

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await openReceiver();
});
test.afterAll(() => receiver.close());

test('R§15.12 an owner makes a webhook, tries it, sees an event arrive, pauses and resumes it, tries again what was set aside, makes a new secret, renames and deletes it', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/status of 400/);
  const member = await makeMember();
  const site = await makeSite(member.account);
  await signInAs(context, member);
  await page.goto(`/a/${member.account.id}/streams`);
  await expect(page.getByText('No streams yet')).toBeVisible();
  await page.getByRole('link', { name: 'New stream' }).click();
  await settled(page);
  await page.getByLabel(/^Words of the message/).fill('severity:high,critical');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('critical');
  const name = '<b>Our "program"</b>';
  await page.getByLabel('Name of the stream').fill(name);
  await page.getByRole('button', { name: 'Make the stream' }).click();
  const address = page.getByLabel('Address');
  await expect(page.getByRole('alert').filter({ hasText: /url required/i })).toBeVisible();
  await address.fill(receiver.url);
  await expectGood(page, 'the form of a stream', [1280, 360]);
  await page.getByRole('button', { name: 'Make the stream' }).click();
  const secret = await page.getByTestId('secret').innerText();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The test arrived' })).toContainText('status 200');
  expect(receiver.taken.at(-1)).toContain('"test":true');
  await sendEvents(site, { count: 2, severity: 'low' });
  await sendEvents(site, { count: 3, severity: 'high' });
  await expect.poll(() => receiver.taken.at(-1)).toContain('Secret words of a customer');
  const deliveries = page.getByRole('region', { name: 'Last deliveries' }).last();
  await expect(deliveries.getByRole('row').filter({ hasText: 'answered 200' })).toContainText('3');
  await expect(page.getByText('Delivering; nothing waits.')).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused: what arrives meanwhile waits.')).toBeVisible();
  receiver.answer = (body) => (body.includes('"code":4999') ? 400 : 200);
  await sendEvents(site, { count: 1, severity: 'critical', code: 4999 });
  await page.getByRole('button', { name: 'Resume' }).click();
  const aside = page.getByRole('region', { name: 'Set aside' }).first();
  await expect(async () => {
    // A test does not wait for the pauses between attempts.
    await pastTheService(world(), 'UPDATE stream SET next_at = clock_timestamp() WHERE failing_since IS NOT NULL');
    await expect(aside).toContainText('answered 400', { timeout: 1000 });
  }).toPass();
  await expectGood(page, 'a stream', [1280, 360]);
  receiver.answer = () => 200;
  await aside.getByRole('button', { name: 'Try them again' }).click();
  await expect(aside).toBeHidden();
  expect(receiver.taken.at(-1)).toContain('"code":4999');

  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make the secret' }).click();
  await expect(page.getByTestId('secret')).not.toHaveText(secret);
  await expect(page.getByRole('dialog')).toContainText('the former secret signs as well');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();

  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('critical');
  await expect(address).toHaveValue(receiver.url);
  await page.getByLabel('Name of the stream').fill('Ours');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ours');
  await page.getByRole('button', { name: 'Delete the stream' }).click();
  const asking = page.getByRole('dialog');
  await expect(asking.getByRole('button', { name: 'Delete the stream' })).toBeDisabled();
  await asking.getByRole('textbox').fill('Ours');
  await asking.getByRole('button', { name: 'Delete the stream' }).click();
  await expect(page.getByText('No streams yet')).toBeVisible();
});

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
  await expect(dialog.getByLabel(`${member.email} (you)`)).toBeChecked();
  await expectGood(page, 'the dialog of an alert', [1280, 360]);
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
  await made.getByRole('link', { name: 'streams' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alert: severity: critical');
  await expect(page.getByRole('region', { name: 'What it sends where' })).toContainText('E-mail');
  await page.goto(`/a/${member.account.id}/streams/new`);
  await expect(page.getByRole('combobox', { name: 'Where to' })).toHaveValue('mail');
  // Nothing is sold here, and nobody is named whom to ask for the plan.
  await page.goto(`/a/${member.account.id}/settings/billing`);
  await expect(page.getByText('Only your provider can change the plan.')).toBeVisible();
});

/** A stream of every other kind, by the labels of its form. */
const forms: readonly {
  type: string;
  fill: Readonly<Record<string, string>>;
  sink: Readonly<Record<string, unknown>>;
}[] = [
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
    type: 's3',
    fill: { Bucket: 'audit-archive', 'Access key id': 'AKIA', 'Secret access key': 'a-secret', Prefix: 'goal' },
    sink: { bucket: 'audit-archive', region: 'us-east-1', secret_access_key: null, prefix: 'goal', minutes: 5 },
  },
  {
    type: 'syslog',
    fill: { Host: 'syslog.invalid', Port: '6515' },
    sink: { host: 'syslog.invalid', port: 6515, body: 'rfc5424', client_key: null },
  },
  { type: 'mail', fill: {}, sink: { to: null } },
];

test(`R§15.12 R§15.3 each of the other forms makes its stream, and says at the field what is wrong; the page of a stream fetches at most ${budgetKb.page} kB of script`, async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/status of 400/);
  const member = await makeMember();
  const token = await makeKey(member.account);
  await signInAs(context, member);
  await page.goto(`/a/${member.account.id}/streams/new`);
  for (const { type, fill } of forms) {
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
    else await page.goto(`/a/${member.account.id}/streams/new`);
  }
  const { body } = await rest('GET', '/account/streams', { token });
  const { streams } = body as { streams: { name: string; sink: object }[] };
  expect(streams.map(({ name }) => name)).toEqual(forms.map(({ type }) => type).toReversed());
  for (const { type, sink } of forms)
    expect(streams.find(({ name }) => name === type)?.sink).toMatchObject({ type, ...sink });
});

inLongRun(() => {
  test('R§15.12 an alert by webhook is made from the log, shows its secret once, and sends again what arrived', async ({
    page,
    context,
  }) => {
    receiver.answer = () => 200;
    const member = await makeMember();
    const site = await makeSite(member.account);
    await signInAs(context, member);
    await page.goto(`/a/${member.account.id}/log?severity=high`);
    await settled(page);
    await page.getByRole('button', { name: 'Tell me …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tell me when this happens' });
    await dialog.getByText('By webhook').click();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Make the alert' }).click();
    await expect(page.getByTestId('secret')).toHaveText(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Close without copying' }).click();
    const made = page.getByRole('dialog', { name: 'The alert is made' });
    const before = receiver.taken.length;
    await sendEvents(site, { count: 2, severity: 'low' });
    await sendEvents(site, { count: 2, severity: 'high' });
    const ids = (): number[] =>
      receiver.taken
        .slice(before)
        .flatMap((body) =>
          (JSON.parse(body) as { data: { events: { id: number }[] } }).data.events.map(({ id }) => id),
        );
    await expect.poll(() => ids().length).toBe(2);

    await made.getByRole('link', { name: 'streams' }).click();
    await page.getByRole('button', { name: 'Send again …' }).click();
    const again = page.getByRole('dialog', { name: 'Send again' });
    await expect(again.getByRole('button', { name: 'Send again' })).toBeDisabled();
    await expectGood(page, 'the dialog that sends again', [1280, 360]);
    await again.getByLabel('Arrived since').fill('2099-01-01T00:00');
    await again.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('About 0 events will be looked through')).toBeVisible();
    await page.getByRole('button', { name: 'Send again …' }).click();
    await again.getByText('The oldest that is kept').click();
    await again.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('About 4 events will be looked through')).toBeVisible();
    await expect.poll(() => ids().length).toBe(4);
    const [first, second, ...repeated] = ids();
    expect(repeated).toEqual([first, second]);
  });
});
