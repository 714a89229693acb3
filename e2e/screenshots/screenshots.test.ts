import { admin, makeAccount, makeGroup, makeGroupKey, makeKey, makeSites, unique } from '../harness/operator.ts';
import { addPeople, dialogsOf, openDialog, pagesOf, settled, type Scene } from '../harness/scene.ts';
import { expect, test } from '../harness/test.ts';
import { goal } from '../service/goal.ts';
import { holdRetention } from '../service/past.ts';
import { world } from '../service/world.ts';
import { take } from './take.ts';

test.describe.configure({ mode: 'default' });

let scene: Scene;
test.beforeAll(async () => {
  await goal(world().dataDir, 'demo');
  for (const [plan, count] of [
    ['free', 1],
    ['starter', 4],
    ['pro', 9],
    ['agency', 2],
  ] as const) {
    const account = await makeAccount({ plan, email: `${plan}-${unique()}@example.com`, reseller: plan === 'pro' });
    await makeSites(account, count);
    if (plan === 'starter') await admin().accounts.setPlan.mutate({ id: account.id, plan: 'free' });
  }
  const { accounts } = await admin().accounts.list.query({ search: 'harbour-bakery.test' });
  const [account] = accounts;
  if (account === undefined) throw new Error('goal demo did not create the account with this site');
  const { sites } = await admin().accounts.sites.list.query({ id: account.id });
  const [site, revoked] = sites.map(({ id, domain }) => ({ site_id: id, domain, token: '', prefix: '' }));
  if (site === undefined || revoked === undefined) throw new Error('goal demo created fewer than 14 sites');
  await admin().sites.revoke.mutate({ id: revoked.site_id });
  const token = await makeKey(account, 'Nightly export');
  const group = await makeGroup(token, { name: 'North', external_ref: 'crm-7' });
  const { prefix } = await makeGroupKey(token, group);
  const [key] = (await admin().sites.keys.list.query({ id: site.site_id })).keys;
  for (const plan of ['starter', account.plan]) await admin().accounts.setPlan.mutate({ id: account.id, plan });
  scene = {
    account,
    ...(await addPeople(account)),
    site: { ...site, prefix: key?.prefix ?? '' },
    revoked,
    group: { id: group.id, prefix },
  };
});

test('every page', async ({ page, faults }) => {
  faults.allow(/status of 404/);
  for (const [name, path] of Object.entries(pagesOf(scene))) {
    await page.goto(path);
    await settled(page);
    await take(page, 'page', name);
  }
  await page.goto(`/sites/${scene.revoked.site_id}`);
  await settled(page);
  await take(page, 'page', 'revoked site');
});

test('every dialog', async ({ page }) => {
  for (const [name, path] of Object.entries(dialogsOf(scene))) {
    await openDialog(page, path);
    await take(page, 'above', name);
  }
  await openDialog(page, `/accounts/${scene.account.id}?dialog=plan`);
  await page.getByRole('radio', { name: /^starter/ }).click();
  await expect(page.getByRole('button', { name: 'Change plan to starter' })).toBeEnabled();
  await take(page, 'above', 'change plan with its preview');
  await openDialog(page, `/accounts/${scene.account.id}?dialog=key`);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('dialog', { name: 'New account key' })).toBeVisible();
  await take(page, 'above', 'new key');
});

test('palette, menu, notice and failure', async ({ page, faults }) => {
  faults.allow(/Failed to load resource/);
  await page.goto(`/accounts/${scene.account.id}`);
  await settled(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await take(page, 'above', 'palette');
  await page.keyboard.type('ha');
  await expect(page.getByRole('option').filter({ hasText: 'harbour-bakery.test' })).toBeVisible();
  await take(page, 'above', 'palette with results');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await take(page, 'above', 'menu of the operator');
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Reseller' }).click();
  await page.getByRole('button', { name: /^Turn reseller/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await take(page, 'above', 'notice with undo');
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.goto('/accounts');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await take(page, 'page', 'no answer');
});

test.describe('a read-only token', () => {
  test.use({ as: 'reader' });
  test('read-only account', async ({ page }) => {
    await page.goto(`/accounts/${scene.account.id}`);
    await settled(page);
    await take(page, 'page', 'read-only');
  });
});

test.describe('without a session', () => {
  test.use({ as: 'nobody' });
  test('sign-in', async ({ page }) => {
    await page.goto('/login?reason=revoked');
    await settled(page);
    await take(page, 'page', 'sign-in');
  });
});

test('retention held back; the last test, because every page says so from then on', async ({ page }) => {
  await holdRetention(world());
  await page.goto('/plans');
  await settled(page);
  await expect(page.getByRole('status').filter({ hasText: 'Retention is held back' })).toBeVisible();
  await take(page, 'page', 'plans while retention is held back');
  await openDialog(page, '/plans?limits=agency');
  await page.getByRole('dialog').getByLabel('Days kept').fill('30');
  await take(page, 'above', 'change limits with what it will mean');
});
