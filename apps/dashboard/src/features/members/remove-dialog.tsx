'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

import { type Member, nameOfMember } from './members-table.tsx';

/** Asks before a member is removed. */
export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = bidiIsolate(nameOfMember(member));
  const remove = useVerifiedMutation(useTRPC().dashboard.members.remove.mutationOptions(), {
    done: `${name} is removed.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Remove ${name}?`}
      action="Remove"
      color="red"
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ id: member.id })}
      onClose={onClose}
    >
      <Text size="sm">
        They lose access at their next request, and the invitations that they made are revoked. The keys that they made
        stay valid: revoke those that they know.
      </Text>
    </FormDialog>
  );
}
