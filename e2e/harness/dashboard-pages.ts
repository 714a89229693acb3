import { ownPages, pagesOfAccount } from './dashboard.ts';
import { inviteAs, type Member } from './member.ts';
import { makeGroup, makeGroupKey, makeKey, makeSite } from './operator.ts';

/** The ids of an account's things that have a page of their own. */
export type Filled = { site: string; group: string };

/** The path of every page behind the sign-in, by name. */
export const dashboardPages = (
  { account }: { account: { id: string } },
  { site, group }: Filled,
): Record<string, string> => ({
  ...pagesOfAccount(account),
  site: `/a/${account.id}/sites/${site}`,
  connect: `/a/${account.id}/sites/${site}/connect?way=curl`,
  group: `/a/${account.id}/groups/${group}`,
  ...ownPages,
  'no such account': '/a/00000000-0000-4000-8000-000000000000/usage',
  'no such page': '/nowhere',
});

/** The names of these pages. */
export const dashboardPageNames = Object.keys(dashboardPages({ account: { id: '' } }, { site: '', group: '' }));

/** Gives an account a key, a site, a group and an invitation, so that its pages show something. */
export async function fillDashboard(owner: Member): Promise<Filled> {
  const key = await makeKey(owner.account, 'Nightly export');
  const { site_id: site } = await makeSite(owner.account, { name: 'Shop' });
  const group = await makeGroup(key, { name: 'Shops' });
  await makeGroupKey(key, group);
  await inviteAs(owner);
  return { site, group: group.id };
}
