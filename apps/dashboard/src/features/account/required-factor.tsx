import { Link } from '@goal/ui/components/link.tsx';
import { Anchor } from '@mantine/core';

import { AccountSwitch } from './account-switch.tsx';

/** Whether the account requires a second factor or a passkey of its members (rulings §10.24). */
export function RequiredFactor({ isRequired }: { isRequired: boolean }) {
  return (
    <AccountSwitch
      field="second_factor"
      isOn={isRequired}
      action={isRequired ? 'No longer require it' : 'Require a second factor'}
      done={isRequired ? 'It is no longer required.' : 'It is required from now on.'}
    >
      {isRequired ? (
        'Members need a second factor, a passkey or single sign-on to open this account.'
      ) : (
        <>
          Members may open this account with a password alone. To require more, first have a second factor of your own:
          you set it up on{' '}
          <Anchor component={Link} href="/me" underline="always" size="sm">
            your own page
          </Anchor>
          .
        </>
      )}
    </AccountSwitch>
  );
}
