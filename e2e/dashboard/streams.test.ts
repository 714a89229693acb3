import { inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { expectGood } from '../harness/good.ts';
import { expect, inUsedTab as test, settled } from '../harness/dashboard.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { makeKey, makeSite, sendEvents } from '../harness/operator.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import { rest } from '../harness/rest.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

// In one worker, with one receiver.
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
  faults.allow(/status of (400|409)/);
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
  await expectGood(page, 'the form of a stream', rowsOf([], [1280, 360]));
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
  const refused = async (): Promise<number> => {
    // A test does not wait for the pauses between attempts.
    await pastTheService(
      world(),
      `UPDATE stream SET next_at = clock_timestamp() WHERE failing_since IS NOT NULL
       AND account_no = (SELECT no FROM account WHERE id = '${member.account.id}')`,
    );
    return aside.getByText('answered 400').count();
  };
  await expect.poll(refused).toBeGreaterThan(0);
  await expectGood(page, 'a stream', rowsOf([1280], [360]));
  receiver.answer = () => 200;
  await aside.getByRole('button', { name: 'Try them again' }).click();
  await expect(aside).toBeHidden();
  expect(receiver.taken.at(-1)).toContain('"code":4999');

  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make the secret' }).click();
  await expect(page.getByTestId('secret')).not.toHaveText(secret);
  await expect(page.getByRole('dialog')).toContainText('the former secret signs as well');
  const renewed = await page.getByTestId('secret').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();
  await page.getByRole('button', { name: 'New secret' }).click();
  const renewal = page.getByRole('dialog');
  await renewal.getByRole('button', { name: 'Make the secret' }).click();
  await expect(renewal.getByRole('alert')).toContainText(/the former secret still signs/i);
  await renewal.getByRole('checkbox', { name: 'End the former secret now' }).check();
  await renewal.getByRole('button', { name: 'Make the secret' }).click();
  await expect(page.getByTestId('secret')).toHaveText(/^whsec_/);
  await expect(page.getByTestId('secret')).not.toHaveText(renewed);
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

inLongRun(() => {
  test('R§15.2 R§15.12 a stream whose site was deleted says so and what to do, and sends again once its filter is changed', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 404/);
    const member = await makeMember();
    const token = await makeKey(member.account);
    const [site, other] = [await makeSite(member.account), await makeSite(member.account)];
    const body = {
      name: 'Of one site',
      sink: { type: 'webhook', url: receiver.url },
      filters: { site_id: site.site_id },
    };
    const { id } = (await rest('POST', '/account/streams', { token, body })).body as { id: string };
    await rest('DELETE', `/account/sites/${site.site_id}?confirm=true`, { token });
    // A stream looks at its filter when something arrives.
    await sendEvents(other, { count: 1, severity: 'low' });
    await signInAs(context, member);
    await page.goto(`/a/${member.account.id}/streams/${id}`);
    const state = page.getByRole('status').filter({ hasText: 'resting' });
    await expect(state).toContainText('the site or group of its filter was deleted, so nothing matches any more.');
    await expect(page.getByRole('region', { name: 'What it sends where' })).toContainText('one site (deleted)');

    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('a deleted site');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'The site or group of the filter was deleted' }),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Remove Site/i }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of one site');
    await expect(page.getByRole('status').filter({ hasText: 'delivering' })).toBeVisible();
  });

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
