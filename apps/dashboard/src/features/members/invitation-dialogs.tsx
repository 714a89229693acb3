import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

import type { Invitation } from './invitations-table.tsx';
import { LinkDialog } from './link-dialog.tsx';

export function RenewDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const renew = useVerifiedMutation(useTRPC().dashboard.invitations.renew.mutationOptions({ gcTime: 0 }), {
    lost: 'The service made a link that nobody has seen. Make another.',
  });
  if (renew.data !== undefined) return <LinkDialog email={invitation.email} made={renew.data} onClose={onClose} />;
  return (
    <FormDialog
      title={`A new link for ${invitation.email}?`}
      action="Make a new link"
      mutation={renew}
      onSubmit={() => renew.mutate({ id: invitation.id })}
      onClose={onClose}
    >
      <Text size="sm">
        The earlier link becomes void, and the seven days begin again. The service cannot show the earlier link, because
        it keeps only its hash.
      </Text>
    </FormDialog>
  );
}

export function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { id, email } = invitation;
  return (
    <AskDialog
      title={`Revoke the invitation of ${email}?`}
      action="Revoke the invitation"
      color="red"
      procedure={useTRPC().dashboard.invitations.revoke.mutationOptions()}
      input={{ id }}
      done={`The invitation of ${email} is revoked.`}
      onClose={onClose}
    >
      <Text size="sm">Its link becomes void.</Text>
    </AskDialog>
  );
}
