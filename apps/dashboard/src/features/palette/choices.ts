import type { GroupName, MemberAccount, MemberSite, PersonView } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';
import type { Choice } from '@goal/ui/palette/choices.ts';

import {
  inviteDialog,
  newGroupDialog,
  newKeyDialog,
  newSiteDialog,
  pathOfAccount,
  pathOfGroup,
  pathOfSite,
  pathOfView,
  pathOfViews,
} from '../../lib/paths.ts';
import { nameOfAccount } from '../account/name-of-account.ts';
import { mayChangeSites, mayManage } from '../account/rights.ts';
import { roleWords } from '../account/role-words.ts';
import { mainPlaces } from '../account/places.ts';
import { settingsPlaces } from '../account/settings-places.ts';
import { builtInViews } from '../filters/query/built-in-views.ts';

type OpenAccount = Pick<MemberAccount, 'account_id' | 'name' | 'email' | 'role' | 'group' | 'is_reseller' | 'usage'>;

export type AccountChoices = { pages: Choice[]; acts: Choice[] };

export function accountChoices(account: OpenAccount): AccountChoices {
  const { account_id: id, group } = account;
  // Also among the recent choices, where another account may be the open one.
  const hint = group === null ? nameOfAccount(account) : `${nameOfAccount(account)} · ${group.name}`;
  const page = (href: string, label: string): Choice => ({ key: `page-${href}`, group: 'Pages', label, hint, href });
  const act = (label: string, path: string): Choice => ({
    key: `do-${path}`,
    group: 'Actions',
    isTransient: true,
    label,
    hint,
    href: `${pathOfAccount(id)}/${path}`,
  });
  return {
    pages: [
      ...mainPlaces(id, account).map(({ href, label }) => page(href, label)),
      page(pathOfViews(id), 'Views of the log'),
      ...settingsPlaces(account).map(({ href, label }) => page(href, label)),
    ],
    acts: [
      ...(mayChangeSites(account) ? [act('Add a site …', `sites?dialog=${newSiteDialog}`)] : []),
      ...(mayManage(account)
        ? [
            act('New group …', `groups?dialog=${newGroupDialog}`),
            act('New key …', `settings/keys?dialog=${newKeyDialog}`),
            act('New stream …', 'streams/new'),
            act('Invite somebody …', `settings/members?dialog=${inviteDialog}`),
          ]
        : []),
    ],
  };
}

export const viewChoices = (
  account: OpenAccount,
  views: readonly { id: string; name: string; query: string }[],
): Choice[] =>
  [...views, ...builtInViews].map(({ id, name, query }) => ({
    key: `view-${id}`,
    group: 'Views',
    label: name,
    hint: nameOfAccount(account),
    href: pathOfView(account.account_id, { id, query }),
  }));

export function foundChoices(
  account: OpenAccount,
  found: { sites: readonly Pick<MemberSite, 'id' | 'domain' | 'name'>[]; groups: readonly GroupName[] },
): Choice[] {
  const { account_id: id } = account;
  return [
    ...found.sites.map((site) => ({
      key: `site-${site.id}`,
      group: 'Sites',
      label: site.domain,
      hint: site.name ?? nameOfAccount(account),
      href: pathOfSite(id, site.id),
    })),
    ...found.groups.map((group) => ({
      key: `group-${group.id}`,
      group: 'Groups',
      label: group.name,
      hint: countOf(group.site_count, 'site'),
      href: pathOfGroup(id, group.id),
    })),
  ];
}

export const ownPages: readonly Choice[] = [
  { key: 'page-me', group: 'Pages', label: 'Me: sign-in and sessions', href: '/me' },
  { key: 'page-accounts', group: 'Pages', label: 'Your accounts', href: '/accounts' },
];

export const otherAccounts = ({ memberships }: Pick<PersonView, 'memberships'>, openId: string | undefined): Choice[] =>
  memberships
    .filter(({ account_id: id }) => id !== openId)
    .map(({ account_id: id, account_name: name, account_email: email, role, group }) => ({
      key: `account-${id}`,
      group: 'Accounts',
      label: nameOfAccount({ name, email }),
      hint: group === null ? roleWords[role] : `${roleWords[role]} of ${group.name}`,
      href: pathOfAccount(id),
    }));
