import { expect, type Page } from '@playwright/test';

import { createAdminToken } from '../service/goal.ts';
import { world } from '../service/world.ts';
import {
  admin,
  makeAccount,
  makeGroup,
  makeGroupKey,
  makeKey,
  makeSite,
  makeSites,
  sendEvents,
  type Site,
  unique,
} from './operator.ts';
import { addMember } from './people.ts';

/** An account with content in each of its parts, so that every page shows something. */
export type Scene = {
  account: { id: string; email: string };
  site: Site;
  revoked: Site;
  /** An account where nobody signs in. */
  stranger: { id: string };
  /** A member of the account, beside its owner. */
  member: { id: string };
  /** An admin token that nobody uses. */
  token: { prefix: string };
  /** A group, and the prefix of its key. */
  group: { id: string; prefix: string };
};

export async function makeScene(): Promise<Scene> {
  const account = await makeAccount({ plan: 'agency' });
  const site = await makeSite(account, { name: 'Harbour Bakery' });
  const [second, revoked] = await makeSites(account, 3);
  if (second === undefined || revoked === undefined) throw new Error('makeSites returned fewer sites');
  for (const daysAgo of [0, 1, 4, 20]) {
    await sendEvents(site, { count: 40 - daysAgo, daysAgo });
    await sendEvents(site, { count: 10, severity: 'medium', daysAgo, code: 1004 });
    await sendEvents(second, { count: 3, severity: 'critical', daysAgo, code: 2100 });
  }
  await admin().sites.revoke.mutate({ id: revoked.site_id });
  await admin().accounts.holds.create.mutate({ id: account.id, reason: 'Case 4711', site_id: revoked.site_id });
  const token = await makeKey(account, 'Nightly export');
  const group = await makeGroup(token, { name: 'North', external_ref: 'crm-7' });
  const { prefix } = await makeGroupKey(token, group);
  // A downgrade and an upgrade leave two sites paused, so that they can be selected and activated.
  for (const plan of ['free', 'agency']) await admin().accounts.setPlan.mutate({ id: account.id, plan });
  return { account, ...(await addPeople(account)), site, revoked, group: { id: group.id, prefix } };
}

/** Gives the account people, and makes what else the pages about people show. */
export async function addPeople(account: { id: string }): Promise<Pick<Scene, 'stranger' | 'member' | 'token'>> {
  const stranger = await makeAccount();
  await admin().accounts.invitations.create.mutate({ id: account.id, email: `new-${unique()}@example.com` });
  await addMember(account, 'owner');
  const member = await addMember(account, 'viewer');
  const spare = await createAdminToken(world().dataDir, `spare ${unique()}`, 'admin:read');
  return { stranger, member, token: spare };
}

/** The path of every page of the console, by name. */
export const pagesOf = ({ account, stranger, site, group }: Scene): Record<string, string> => ({
  accounts: '/accounts',
  'nothing found': '/accounts?q=zzzz-nothing',
  overview: `/accounts/${account.id}`,
  'chart as a table': `/accounts/${account.id}?days=7&table=1`,
  sites: `/accounts/${account.id}?tab=sites`,
  groups: `/accounts/${account.id}?tab=groups`,
  'keys of a group': `/accounts/${account.id}?tab=groups&keys_of=${group.id}`,
  keys: `/accounts/${account.id}?tab=keys`,
  people: `/accounts/${account.id}?tab=people`,
  'nobody signs in': `/accounts/${stranger.id}?tab=people`,
  'legal holds': `/accounts/${account.id}?tab=holds`,
  record: `/accounts/${account.id}?tab=record`,
  site: `/sites/${site.site_id}`,
  attention: '/attention',
  plans: '/plans',
  health: '/health',
  actions: '/actions',
  'admin tokens': '/tokens',
  'no such account': '/accounts/00000000-0000-4000-8000-000000000000',
  'no such page': '/nowhere',
});

/** Whether a page stands for what does not exist, by its name. Its own answers are 404. */
export const isMissing = (name: string): boolean => name.startsWith('no such');

/** The path of every dialog that a URL opens, by name. */
export const dialogsOf = ({
  account,
  stranger,
  member,
  token,
  site,
  revoked,
  group,
}: Scene): Record<string, string> => ({
  'create account': '/accounts?dialog=create',
  'change e-mail': `/accounts/${account.id}?dialog=email`,
  'change plan': `/accounts/${account.id}?dialog=plan`,
  'reseller switch': `/accounts/${account.id}?dialog=reseller`,
  'register site': `/accounts/${account.id}?dialog=site`,
  'create key': `/accounts/${account.id}?dialog=key`,
  'invite its owner': `/accounts/${stranger.id}?dialog=invite`,
  'new way in': `/accounts/${account.id}?tab=people&reset=${member.id}`,
  'remove member': `/accounts/${account.id}?tab=people&remove=${member.id}`,
  'revoke admin token': `/tokens?revoke=${token.prefix}`,
  'delete account': `/accounts/${account.id}?dialog=delete`,
  'change rate': `/sites/${site.site_id}?dialog=rate`,
  'revoke site': `/sites/${site.site_id}?dialog=revoke`,
  'delete site': `/sites/${site.site_id}?dialog=delete`,
  'restore site': `/sites/${revoked.site_id}?dialog=restore`,
  'revoke site key': `/sites/${site.site_id}?revoke=${site.prefix}`,
  'revoke group key': `/accounts/${account.id}?tab=groups&keys_of=${group.id}&revoke=${group.prefix}`,
  'change limits': '/plans?limits=pro',
});

/** Waits until everything on the page has loaded. */
export async function settled(page: Page): Promise<void> {
  // Found by selector: an open dialog may hide `main` from the accessibility tree.
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByText('Loading …')).toHaveCount(0);
  await expect(page.locator('[role="status"][aria-label="Loading"]')).toHaveCount(0);
}

/** Opens a URL with a dialog and waits until the dialog has loaded. */
export async function openDialog(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('dialog')).toBeVisible();
  await settled(page);
}
