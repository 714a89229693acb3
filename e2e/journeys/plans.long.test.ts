import { createTrpcClient } from '@goal/client/trpc';

import { expectAccessible } from '../harness/accessible.ts';
import { askAgain } from '../harness/ask-again.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { freshDomain, unique } from '../harness/operator.ts';
import { test, type OwnService } from '../harness/own-service.ts';
import { settled } from '../harness/scene.ts';
import { expect, type Page } from '../harness/test.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';
import { goal } from '../service/goal.ts';
import { holdRetention, pastTheService } from '../service/past.ts';
import { waitLimitMs } from '../service/until.ts';

test.describe.configure({ mode: 'default' });

const adminOf = ({ api, token }: OwnService) => createTrpcClient({ url: `${api}/trpc`, token, fetch: askAgain }).admin;
type Admin = ReturnType<typeof adminOf>;
const planOf = async (admin: Admin, slug: string) =>
  (await admin.plans.list.query()).plans.find((one) => one.slug === slug);
const rowOf = (page: Page, slug: string) =>
  page.getByRole('region', { name: 'Plans' }).getByRole('row', { name: slug });
const dialogOf = (page: Page, slug: string) => page.getByRole('dialog', { name: `Change the limits of ${slug}` });
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Retention is held back' });

/**
 * Makes the account a reseller, whose events are accepted at any age, and sends one event for each
 * of `daysAgo`.
 */
async function sendOld(own: OwnService, { id }: { id: string }, daysAgo: readonly number[]): Promise<void> {
  const { accounts } = adminOf(own);
  const domain = freshDomain();
  const { token } = await accounts.sites.create.mutate({ id, domain, site_url: `https://${domain}/` });
  await accounts.setReseller.mutate({ id, enabled: true });
  const event = { code: 1000, severity: 'low', object: 'post', event_type: 'modified', message: 'Words' };
  const events = daysAgo.map((days) => ({
    ...event,
    occurred_at: new Date(Date.now() - days * 86_400_000).toISOString(),
  }));
  const answer = await askAgain(`${own.api}/v1/goal/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-site-domain': domain, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
    signal: AbortSignal.timeout(waitLimitMs),
  });
  expect(await answer.json()).toEqual({ accepted: events.length, duplicates: 0, rejected: [] });
}

test('the plans are shown as the API has them; a change says what it will mean, is saved, shown, recorded and undone', async ({
  page,
  own,
}) => {
  const admin = adminOf(own);
  await page.goto('/accounts');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Plans' }).click();
  await expect(page.getByRole('heading', { name: 'Plans', level: 1 })).toBeVisible();
  await expect(rowOf(page, 'agency').getByRole('cell')).toHaveText(['100', '365', '10,000,000', '2', 'yes', 'Change']);
  await expect(rowOf(page, 'free').getByRole('cell')).toHaveText(['1', '7', '10,000', '2', 'no', 'Change']);

  const change = page.getByRole('button', { name: 'Change limits of agency' });
  await change.click();
  await expect(page).toHaveURL('/plans?limits=agency');
  const dialog = dialogOf(page, 'agency');
  const save = dialog.getByRole('button', { name: 'Save limits' });
  await expect(dialog.getByLabel('Active sites')).toBeFocused();
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription('Change a limit first');
  await dialog.getByLabel('Active sites').fill('90');
  await dialog.getByLabel('Days kept').fill('360');
  const outcome = dialog.getByRole('list', { name: 'What it will mean' });
  await expect(outcome).toContainText('No site is paused');
  await expect(outcome).toContainText('only after 14 days of grace');
  await expect(outcome).toContainText('Resellers');
  expect(await planOf(admin, 'agency'), 'nothing has changed yet').toMatchObject({ sites: 100, retention_days: 365 });
  await page.keyboard.press('Enter');

  await expect(dialog).toBeHidden();
  await expect(change).toBeFocused();
  await expect(rowOf(page, 'agency').getByRole('cell')).toHaveText(['90', '360', '10,000,000', '2', 'yes', 'Change']);
  expect(await planOf(admin, 'agency')).toMatchObject({ sites: 90, retention_days: 360, fair_use_events: 10_000_000 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'agency').getByRole('cell').first()).toHaveText('100');
  expect(await planOf(admin, 'agency')).toMatchObject({ sites: 100, retention_days: 365 });

  await page.goto('/actions?action=plan.set');
  const acts = page.getByRole('region', { name: 'Record of actions' }).locator('tbody').getByRole('row');
  await expect(acts).toHaveCount(2);
  await expect(acts.nth(1)).toContainText('active sites from 100 to 90, days kept from 365 to 360');
  await expect(acts.nth(1)).toContainText('operator');
});

test('the dialog says that a longer retention applies at once; an invalid limit is refused at its field and not sent', async ({
  page,
  own,
}) => {
  const admin = adminOf(own);
  await page.goto('/plans?limits=starter');
  const dialog = dialogOf(page, 'starter');
  await dialog.getByLabel('Days kept').fill('45');
  await expect(dialog).toContainText('Events are kept 45 days, not 30, at once.');
  for (const [typed, field, sentence] of [
    ['0', 'Days kept', 'A whole number. Between 1 and 36,500.'],
    ['4.5', 'Active sites', 'A whole number. Between 0 and 1,000,000.'],
    ['', 'Fair-use events a month', 'A whole number. Between 0 and 1,000,000,000,000.'],
  ] as const) {
    await dialog.getByLabel(field).fill(typed);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await planOf(admin, 'starter')).toMatchObject({ sites: 5, retention_days: 30 });
});

test('a change by another operator meanwhile stays: only the edited limits are sent', async ({ page, own }) => {
  const admin = adminOf(own);
  await page.goto('/plans?limits=free');
  const dialog = dialogOf(page, 'free');
  await dialog.getByLabel('Fair-use events a month').fill('11000');
  await admin.plans.update.mutate({ slug: 'free', sites: 2 });
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(rowOf(page, 'free').getByRole('cell')).toHaveText(['2', '7', '11,000', '2', 'no', 'Change']);
  expect(await planOf(admin, 'free')).toMatchObject({ sites: 2, fair_use_events: 11_000 });
});

test('limits are changed and the answer is lost: the page says that they are in effect', async ({
  page,
  own,
  faults,
}) => {
  faults.allow(/Failed to load resource/);
  await page.goto('/plans?limits=free');
  const dialog = dialogOf(page, 'free');
  await dialog.getByLabel('Fair-use events a month').fill('12000');
  await loseAnswer(page, 'admin.plans.update');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('No answer came. The limits of free are changed.')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await planOf(adminOf(own), 'free')).toMatchObject({ fair_use_events: 12_000 });
});

test('a failure of the service is no refusal: the page asks what became of the change, and says that it was not done', async ({
  page,
  own,
  faults,
}) => {
  faults.allow(/status of 500/);
  const email = `plan-${unique()}@example.com`;
  const { id } = await adminOf(own).accounts.create.mutate({ email, plan: 'pro' });
  await page.goto(`/accounts/${id}?dialog=plan`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^starter/ }).check();
  const change = dialog.getByRole('button', { name: 'Change plan to starter' });
  await expect(change).toBeEnabled();
  // Writing the record, the last step, fails: the change is rolled back.
  await pastTheService(own, 'ALTER TABLE action ADD CONSTRAINT nothing CHECK (false) NOT VALID');
  try {
    await change.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'Something went wrong in the service. Its log says what. It was not done: you can try it again.',
    );
  } finally {
    await pastTheService(own, 'ALTER TABLE action DROP CONSTRAINT nothing');
  }
});

test.describe('a read-only token', () => {
  test.use({ as: 'reader' });

  test('shows the plans and why none can be changed, not even by a link, also on a phone', async ({ page }) => {
    await page.goto('/plans?limits=pro');
    await settled(page);
    await expect(rowOf(page, 'pro').getByRole('cell').first()).toHaveText('25');
    const change = page.getByRole('button', { name: 'Change limits of pro' });
    await expect(change).toBeDisabled();
    await expect(change).toHaveAccessibleDescription('Your token is read-only (admin:read)');
    await change.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.setViewportSize({ width: 360, height: 640 });
    await expectNoSidewaysScroll(page, 'plans of a reader');
  });
});

test('while the service cannot say whether retention is held back, every page says so and that it retries', async ({
  page,
  own,
  faults,
}) => {
  faults.allow(/status of 500/);
  const unknown = page.getByRole('status').filter({ hasText: 'Whether retention is held back is not known' });
  await pastTheService(own, 'ALTER TABLE retention_state RENAME TO elsewhere');
  try {
    await page.goto('/accounts');
    await expect(unknown).toContainText('Something went wrong in the service.');
    await expect(unknown).toContainText('This page asks again every minute.');
  } finally {
    await pastTheService(own, 'ALTER TABLE elsewhere RENAME TO retention_state');
  }
  await page.goto('/accounts');
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
  await settled(page);
  await expect(unknown).toBeHidden();
});

test('while retention is held back, every page says why, since when, how much is overdue and what to type; after the confirmation none does', async ({
  page,
  own,
  faults,
}) => {
  // A copy that nobody has confirmed seals nothing, so the card of the log has none to show.
  faults.allow(/status of (404|503)/);
  const admin = adminOf(own);
  const [account, reseller] = [
    await admin.accounts.create.mutate({ email: `old-${unique()}@example.com`, plan: 'starter' }),
    await admin.accounts.create.mutate({ email: `re-${unique()}@example.com`, plan: 'free' }),
  ];
  await holdRetention(own);
  await sendOld(own, account, [40, 35, 3]);
  await sendOld(own, reseller, [400]);
  await admin.accounts.setReseller.mutate({ id: account.id, enabled: false });
  // The grace is over.
  await pastTheService(own, `UPDATE retention_cut SET at = clock_timestamp() - interval '15 days'`);
  // A worker counts overdue events even while it is held back, but its pass fails.
  await expect(goal(own.dataDir, 'worker', '--once')).rejects.toThrow('Retention deleted nothing');
  const { held, overdue } = await admin.retention.get.query();
  expect(held?.reason).toBe('another database');
  expect(overdue).toMatchObject({ events: 2, sites: 1 });

  for (const path of ['/accounts', '/nowhere', `/accounts/${account.id}`, '/actions', '/plans']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(banner(page)).toContainText('it may be a restored copy');
    await expect(banner(page)).toContainText('2 events are overdue, the oldest of');
    await expect(banner(page)).toContainText(/in 1 site, counted on .+\./);
    await expect(banner(page)).toContainText('npm run -s goal -- worker --confirm');
  }
  await page.goto('/plans');
  await settled(page);
  await expect(page.getByRole('region', { name: 'Retention' })).toContainText('held back until it is confirmed');
  await expectAccessible(page, 'held back');
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSidewaysScroll(page, 'held back');
  await page.setViewportSize({ width: 1280, height: 800 });

  const rules = page.getByRole('region', { name: 'API and retention' });
  await page.goto(`/accounts/${account.id}`);
  await expect(rules).toContainText('Next purgeoverdue since');
  await page.goto(`/accounts/${reseller.id}`);
  await expect(rules).toContainText('Next purgenever (reseller)');

  await goal(own.dataDir, 'worker', '--confirm', '--yes');
  await goal(own.dataDir, 'worker', '--once');
  await page.goto(`/accounts/${account.id}`);
  await expect(rules).toContainText(/Next purge\d.*\(UTC\), of the oldest event/);
  await expect(rules).toContainText('Events kept1');
  await page.goto('/plans');
  await expect(page.getByRole('region', { name: 'Retention' })).toContainText('Nothing is overdue, counted on');
  await expect(banner(page)).toBeHidden();
  await page.goto('/actions?action=retention.confirm');
  await expect(page.getByRole('region', { name: 'Record of actions' })).toContainText(
    'let retention go on, to delete 2 events, from',
  );
});
