import type { AccountSummary } from '@goal/contract';
import { Text } from '@mantine/core';

import { readOnlyReason, useWhoAmI } from '../../../session/who-am-i.tsx';
import classes from './reseller-switch.module.css';
import { useDialog } from '../use-dialog.ts';

/**
 * The reseller flag. Flipping it opens a dialog that says what will happen. A native checkbox,
 * because Mantine's switch imports its text fields.
 */
export function ResellerSwitch({ account }: { account: AccountSummary }) {
  const { canWrite } = useWhoAmI();
  const { open } = useDialog();
  const { is_reseller: on, plan } = account;
  return (
    <>
      <label className={classes.label}>
        <input
          type="checkbox"
          role="switch"
          className={classes.switch}
          checked={on}
          aria-checked={on}
          onChange={() => canWrite && open('reseller')}
          aria-disabled={!canWrite}
          aria-describedby={canWrite ? 'reseller-says' : 'reseller-says reseller-refused'}
          {...(canWrite ? {} : { title: readOnlyReason })}
        />
        Reseller
      </label>
      {!canWrite && (
        <Text size="sm" mt="xs" id="reseller-refused">
          {readOnlyReason}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="xs" id="reseller-says">
        {on
          ? `On: the ${plan} plan’s limits do not apply. Turning it off pauses no site and revokes no key.`
          : `Off: the ${plan} plan’s limits apply. Turning it on lifts them; the plan does not change.`}{' '}
        Before anything changes, a dialog says what will happen.
      </Text>
    </>
  );
}
