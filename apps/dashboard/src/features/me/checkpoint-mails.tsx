import type { PersonView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { Fault } from '@goal/ui/state/fault.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Stack, Text } from '@mantine/core';

import { nameOfAccount } from '../account/name-of-account.ts';
import styles from './me.module.css';
import { boxesSay } from './boxes-say.ts';

/** Which accounts of an owner send their checkpoint each month (rulings §16.15). */
export function CheckpointMails({ me }: { me: PersonView }) {
  const set = useVerifiedMutation(
    useTRPC().me.mails.setCheckpoint.mutationOptions({
      // One after the other: each change holds the whole state.
      scope: { id: 'checkpoint mails' },
    }),
    boxesSay,
  );
  const owned = me.memberships.filter(({ role }) => role === 'owner');
  const chosen = set.isPending
    ? set.variables.accounts
    : owned.flatMap((one) => (one.checkpoint_mail ? [one.account_id] : []));
  const toggle = (id: string): void =>
    set.mutate({ accounts: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] });
  const isProven = me.email_proven_at !== null;
  return (
    <Card title="Checkpoint by mail">
      <Stack gap="xs">
        <Text size="sm">
          On the first of each month: the newest checkpoint of the signed log. Kept in a mailbox outside the service, it
          shows later that nothing of what was logged by then was changed.
        </Text>
        {!isProven && <Text size="sm">Prove your e-mail first: sign in once with a code by mail.</Text>}
        {owned.map((one) => (
          <label key={one.account_id} className={styles.check}>
            <input
              type="checkbox"
              checked={chosen.includes(one.account_id)}
              disabled={!isProven}
              onChange={() => toggle(one.account_id)}
            />
            <Text size="sm" component="span">
              Send me the checkpoint of <bdi>{nameOfAccount({ name: one.account_name, email: one.account_email })}</bdi>
            </Text>
          </label>
        ))}
        {set.error !== null && <Fault>{failureOf(set.error).sentence}</Fault>}
      </Stack>
    </Card>
  );
}
