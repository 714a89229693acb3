import { ownPages, pagesOfAccount } from './dashboard.ts';
import { inviteAs, type Member } from './member.ts';
import { makeKey, makeSite } from './operator.ts';

/** The path of every page behind the sign-in, by name. */
export const dashboardPages = ({ account }: { account: { id: string } }): Record<string, string> => ({
  ...pagesOfAccount(account),
  ...ownPages,
  'no such account': '/a/00000000-0000-4000-8000-000000000000',
  'no such page': '/nowhere',
});

/** The names of these pages. */
export const dashboardPageNames = Object.keys(dashboardPages({ account: { id: '' } }));

/** Gives an account a key, a site and an invitation, so that its pages show something. */
export async function fillDashboard(owner: Member): Promise<void> {
  await makeKey(owner.account, 'Nightly export');
  await makeSite(owner.account, { name: 'Shop' });
  await inviteAs(owner);
}
