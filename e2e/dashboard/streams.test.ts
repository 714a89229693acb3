import { expectGood } from '../harness/good.ts';
import { expect, settled } from '../harness/dashboard.ts';
import { mailed, test } from '../harness/mail-and-sso.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { makeSite, sendEvents } from '../harness/operator.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
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
});
