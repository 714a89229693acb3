import type { PersonView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';

import { pathOfAccount } from '../../lib/paths.ts';
import { clientOfAccount } from '../../trpc/client-of-account.ts';
import { nameOfAccount } from '../account/name-of-account.ts';
import { roleWords } from '../account/role-words.ts';
import classes from '../table.module.css';

type Membership = PersonView['memberships'][number];
const nameOf = (one: Membership): string => nameOfAccount({ name: one.account_name, email: one.account_email });

export function MyAccounts({ memberships }: { memberships: readonly Membership[] }) {
  const [leaving, setLeaving] = useState<Membership>();
  const leave = useVerifiedMutation(
    { mutationFn: (one: Membership) => clientOfAccount(one.account_id).dashboard.members.leave.mutate() },
    { done: (one) => `You have left ${bidiIsolate(nameOf(one))}.`, onDone: () => setLeaving(undefined) },
  );
  return (
    <Card title="Accounts">
      {memberships.length === 0 && <Text size="sm">You are a member of no account.</Text>}
      {memberships.map((one) => (
        <div key={one.account_id} className={classes.row}>
          <div>
            <TextLink href={pathOfAccount(one.account_id)} size="sm">
              <bdi>{nameOf(one)}</bdi>
            </TextLink>
            <Text size="sm" c="dimmed">
              {roleWords[one.role]}
              {one.group !== null && (
                <>
                  {' '}
                  of <bdi>{one.group.name}</bdi>
                </>
              )}
            </Text>
          </div>
          <Button
            variant="outline"
            color="red"
            size="xs"
            aria-label={`Leave ${nameOf(one)}`}
            onClick={() => setLeaving(one)}
          >
            Leave
          </Button>
        </div>
      ))}
      {leaving !== undefined && (
        <ConfirmByTyping
          title="Leave the account?"
          name={nameOf(leaving)}
          action="Leave the account"
          mutation={leave}
          onConfirm={() => leave.mutate(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <Text size="sm">You can come back only when somebody invites you again.</Text>
        </ConfirmByTyping>
      )}
    </Card>
  );
}
