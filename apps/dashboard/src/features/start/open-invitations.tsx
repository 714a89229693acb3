import type { PersonView } from '@goal/contract';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Button, Group, Stack } from '@mantine/core';

import { nameOfAccount } from '../account/name-of-account.ts';
import { roleWords } from '../account/role-words.ts';

type Invitation = PersonView['invitations'][number];

/** Invitations to the person's e-mail that they can accept without the link. */
export function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <Stack mb="md">
      {invitations.map((one) => (
        <OpenInvitation key={one.id} invitation={one} />
      ))}
    </Stack>
  );
}

function OpenInvitation({ invitation }: { invitation: Invitation }) {
  const { id, role, group_name: group } = invitation;
  const name = nameOfAccount({ name: invitation.account_name, email: invitation.account_email });
  const join = useVerifiedMutation(useTRPC().me.join.mutationOptions(), {
    done: `You are a member of ${bidiIsolate(name)} now.`,
  });
  return (
    <Alert color="indigo">
      <Group justify="space-between" gap="xs">
        <span>
          You are invited to <bdi>{name}</bdi> as {roleWords[role].toLowerCase()}
          {group !== null && (
            <>
              {' '}
              of the group <bdi>{group}</bdi>
            </>
          )}
          .{join.error !== null && <span role="alert"> {failureOf(join.error).sentence}</span>}
        </span>
        <Button size="xs" loading={join.isPending} onClick={() => join.mutate({ id })}>
          Join
        </Button>
      </Group>
    </Alert>
  );
}
