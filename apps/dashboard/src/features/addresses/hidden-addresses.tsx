import type { MemberAccount } from '@goal/contract';

import { AccountSwitch } from '../account/account-switch.tsx';
import { isOwner } from '../account/rights.ts';

/** Whether viewers see the addresses of events; an owner decides it (rulings §11.5). */
export function HiddenAddresses({ account }: { account: Pick<MemberAccount, 'role' | 'group' | 'hide_ip'> }) {
  const { hide_ip: isHidden } = account;
  return (
    <AccountSwitch
      field="hide_ip"
      isOn={isHidden}
      isAllowed={isOwner(account)}
      action={isHidden ? 'Show them to viewers' : 'Hide them from viewers'}
      done={isHidden ? 'Viewers see addresses from now on.' : 'Viewers see no addresses from now on.'}
    >
      {isHidden
        ? 'Owners and admins see addresses. Viewers and reports do not, and viewers cannot search by them.'
        : 'Every member sees the addresses of the events that they may read.'}{' '}
      {isOwner(account) ? 'API keys read them in either case.' : 'An owner can change that.'}
    </AccountSwitch>
  );
}
