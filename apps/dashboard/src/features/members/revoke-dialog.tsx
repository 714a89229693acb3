'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

import type { Invitation } from './invitations-table.tsx';

/** Asks before an invitation is revoked. */
export function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { id, email } = invitation;
  const revoke = useVerifiedMutation(useTRPC().dashboard.invitations.revoke.mutationOptions(), {
    done: `The invitation of ${email} is revoked.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Revoke the invitation of ${email}?`}
      action="Revoke the invitation"
      color="red"
      isBusy={revoke.isPending}
      error={revoke.error}
      onSubmit={() => revoke.mutate({ id })}
      onClose={onClose}
    >
      <Text size="sm">Its link becomes void.</Text>
    </FormDialog>
  );
}
