import type { BrowserContext } from '@playwright/test';

import { expect, ownPages, type Page, pagesOfAccount, settled, test } from '../harness/dashboard.ts';
import { invite, inviteAs, makeColleague, makeMember, type Member, signInAs } from '../harness/member.ts';
import { admin, makeAccount, makeGroup, makeKey, makeSites, unique } from '../harness/operator.ts';
import { takeDashboard as take } from './take.ts';

test.describe.configure({ mode: 'default' });

type Scene = {
  owner: Member;
  /** A viewer of one group. */
  client: Member;
  /** The secret of an invitation to the account. */
  secret: string;
  /** The prefix of an active key. */
  prefix: string;
};

let scene: Scene;
test.beforeAll(async () => {
  const owner = await makeMember({ plan: 'agency' });
  const { account } = owner;
  await admin().accounts.update.mutate({ id: account.id, name: 'Agency North' });
  await makeSites(account, 3);
  const token = await makeKey(account, 'Warehouse');
  const spare = await makeKey(account, 'Nightly export');
  await admin().accounts.keys.revoke.mutate({ id: account.id, prefix: spare.split('_')[2] ?? '' });
  const group = await makeGroup(token, { name: 'Shops' });
  const client = await makeColleague(owner, { group });
  await makeColleague(owner, { role: 'admin' });
  await inviteAs(owner, { email: `leo-${unique()}@client.test`, group });
  const { secret } = await inviteAs(owner, { email: `ana-${unique()}@north.test`, role: 'admin' });
  scene = { owner, client, secret, prefix: token.split('_')[2] ?? '' };
});

async function takePages(
  page: Page,
  context: BrowserContext,
  { who, member }: { who: string; member: Member },
): Promise<void> {
  await signInAs(context, member);
  for (const [name, path] of Object.entries({ ...pagesOfAccount(member.account), ...ownPages })) {
    await page.goto(path);
    await settled(page);
    await take(page, 'page', `${who} ${name}`);
  }
}

test('every page of an owner', async ({ page, context, faults }) => {
  faults.allow(/status of 404/);
  await takePages(page, context, { who: 'owner', member: scene.owner });
  const record = `/a/${scene.owner.account.id}/settings/record`;
  await page.goto(`${record}?from=2025-03-01&to=2025-03-02`);
  await settled(page);
  await take(page, 'page', 'owner record without acts');
  await page.goto('/nowhere');
  await settled(page);
  await take(page, 'page', 'no such page');
});

test('every page of a viewer of one group', async ({ page, context }) => {
  await takePages(page, context, { who: 'client', member: scene.client });
});

test('an account without keys, and a person without an account', async ({ page, context, faults }) => {
  faults.allow(/status of 404/);
  const fresh = await makeMember({ plan: 'free' });
  await signInAs(context, fresh);
  await page.goto(`/a/${fresh.account.id}/settings/keys`);
  await settled(page);
  await take(page, 'page', 'free account without keys');
  await page.goto('/a/00000000-0000-4000-8000-000000000000');
  await settled(page);
  await take(page, 'page', 'no such account');
  await admin().accounts.delete.mutate({ id: fresh.account.id, confirm: true });
  for (const [name, path] of Object.entries(ownPages)) {
    await page.goto(path);
    await settled(page);
    await take(page, 'page', `person without an account ${name}`);
  }
});

test('dialogs, palette and menus of an owner', async ({ page, context }) => {
  const { owner, prefix } = scene;
  await signInAs(context, owner);
  const settings = `/a/${owner.account.id}/settings`;
  const open = async (path: string, button: RegExp): Promise<void> => {
    await page.goto(path);
    await settled(page);
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
  for (const [name, path, button] of [
    ['new key', `${settings}/keys`, /^New key/],
    ['revoke key', `${settings}/keys`, new RegExp(`^Revoke the key ${prefix}`)],
    ['invite', `${settings}/members`, /^Invite$/],
    ['change member', `${settings}/members`, /^Change /],
    ['remove member', `${settings}/members`, /^Remove /],
    ['new link', `${settings}/members`, /^New link/],
    ['revoke invitation', `${settings}/members`, /^Revoke the invitation/],
    ['change password', '/me', /^Change the password/],
    ['add passkey', '/me', /^Add a passkey/],
    ['second factor', '/me', /^Turn on/],
    ['delete me', '/me', /^Delete me/],
    ['leave account', '/me', /^Leave /],
  ] as const) {
    await open(path, button);
    await take(page, 'above', name);
  }
  await open(`${settings}/members`, /^Invite$/);
  await page.getByLabel('E-mail').fill('mia@client.test');
  await page.getByLabel('Sees').selectOption({ label: 'The group Shops alone' });
  await take(page, 'above', 'invite to one group');
  await open(`${settings}/keys`, /^New key/);
  await page.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click();
  await expect(page.getByTestId('secret')).toBeVisible();
  await take(page, 'above', 'key shown once');
  await page.goto(settings);
  await settled(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await take(page, 'above', 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await take(page, 'above', 'menu of the person');
});

test('no answer', async ({ page, context, faults }) => {
  faults.allow(/Failed to load resource/);
  await signInAs(context, scene.owner);
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.goto('/accounts');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await take(page, 'page', 'no answer');
});

test('signed out: sign-in and join', async ({ page, faults }) => {
  faults.allow(/status of (401|404)/);
  await page.goto('/sign-in?reason=left');
  await settled(page);
  await take(page, 'page', 'sign-in');
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
  await take(page, 'page', 'sign-in with a refusal');
  const { secret } = await invite(await makeAccount());
  for (const [name, link] of [
    ['join as owner', secret],
    ['join as admin', scene.secret],
    ['join by a void link', 'goal_inv_aaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`/join#${link}`);
    await settled(page);
    await expect(page.getByRole('main').locator('button[type=submit], [role=alert]').first()).toBeVisible();
    await take(page, 'page', name);
  }
});
