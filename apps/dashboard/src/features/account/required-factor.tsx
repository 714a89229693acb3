import { Link } from '@goal/ui/page/link.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { AccountSwitch } from './account-switch.tsx';

/** Whether the account requires a second factor or a passkey of its members (rulings §10.24). */
export function RequiredFactor({ isRequired }: { isRequired: boolean }) {
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  return (
    <AccountSwitch
      field="second_factor"
      isOn={isRequired}
      action={isRequired ? 'No longer require it' : 'Require a second factor'}
      done={isRequired ? 'It is no longer required.' : 'It is required from now on.'}
    >
      {isRequired
        ? 'Members need a second factor, a passkey or single sign-on to open this account.'
        : 'Members may open this account with a password alone.'}
      {!isRequired && me?.ways.totp_at === null && (
        <>
          {' '}
          You can require more once you have a second factor yourself, or have signed in with a passkey or single
          sign-on: see{' '}
          <Anchor component={Link} href="/me" underline="always" size="sm">
            your own page
          </Anchor>
          .
        </>
      )}
    </AccountSwitch>
  );
}
