import type { MemberAccount } from '@goal/contract';

import { pathOfAccount } from '../../lib/paths.ts';
import { isOwner, mayManage, reachesAll } from './rights.ts';

/** The settings that a member may open. An admin of one group decides on addresses alone. */
export function settingsPlaces(
  account: Pick<MemberAccount, 'account_id' | 'role' | 'group' | 'is_reseller'>,
): { href: string; label: string; letter?: string }[] {
  const place = (path: string, label: string, isOpen: boolean, letter?: string) =>
    isOpen
      ? [
          {
            href: `${pathOfAccount(account.account_id)}/settings/${path}`,
            label,
            ...(letter === undefined ? {} : { letter }),
          },
        ]
      : [];
  return [
    ...place('keys', 'API keys', mayManage(account), 'k'),
    ...place('members', 'Members', reachesAll(account), 'm'),
    ...place('billing', 'Billing', mayManage(account)),
    ...place('record', 'Record', mayManage(account), 'r'),
    ...place('holds', 'Legal holds', mayManage(account)),
    ...place('erasure', 'Erasure', mayManage(account)),
    ...place('addresses', 'Addresses', account.role !== 'viewer'),
    ...place('brand', 'Brand', isOwner(account) && account.is_reseller),
    ...place('account', 'Account', isOwner(account)),
  ];
}
