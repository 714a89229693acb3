import type { MemberAccount } from '@goal/contract';

import {
  pathOfAccount,
  pathOfEvents,
  pathOfGroups,
  pathOfIntegrity,
  pathOfReport,
  pathOfSites,
  pathOfStreams,
  pathOfUsage,
} from '../../lib/paths.ts';
import { mayManage } from './rights.ts';
import { settingsPlaces } from './settings-places.ts';

/** A page of an account, as the side list, the palette and the keys lead to it. */
export type AccountPlace = {
  href: string;
  label: string;
  /** How the paths of its pages begin; `href` alone unless this is given. */
  start?: string;
  count?: number;
  /** The letter that leads there after `g`. */
  letter?: string;
};

type Known = Parameters<typeof settingsPlaces>[0] & Pick<MemberAccount, 'usage'>;

export function mainPlaces(id: string, account: Known | undefined): AccountPlace[] {
  const counted = (count: number | undefined) => (count === undefined ? {} : { count });
  return [
    { href: pathOfEvents(id), label: 'Log', start: `${pathOfEvents(id)}/`, letter: 'l' },
    {
      href: pathOfSites(id),
      label: 'Sites',
      start: `${pathOfSites(id)}/`,
      letter: 's',
      ...counted(account && account.usage.sites_active + account.usage.sites_paused),
    },
    {
      href: pathOfGroups(id),
      label: 'Groups',
      start: `${pathOfGroups(id)}/`,
      letter: 'g',
      ...counted(account?.usage.groups),
    },
    { href: pathOfReport(id), label: 'Reports', letter: 'p' },
    { href: pathOfUsage(id), label: 'Usage', letter: 'u' },
    ...(account !== undefined && mayManage(account)
      ? [
          { href: pathOfStreams(id), label: 'Streams', start: `${pathOfStreams(id)}/`, letter: 't' },
          { href: pathOfIntegrity(id), label: 'Integrity', letter: 'i' },
        ]
      : []),
  ];
}

/** The settings as one of the places: the first page that the member may open. */
export function settingsPlace(account: Known | undefined): AccountPlace[] {
  const [first] = account === undefined ? [] : settingsPlaces(account);
  if (account === undefined || first === undefined) return [];
  return [{ href: first.href, label: 'Settings', start: `${pathOfAccount(account.account_id)}/settings/` }];
}
