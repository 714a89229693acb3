import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import { withoutSecrets } from '@goal/contract';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { SecretDialog } from '@goal/ui/dialog/secret-dialog.tsx';
import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';

import type { SecretDialogProps } from '../dialog-props.ts';

/** Invites the owner of an account and shows the link once (rulings §10.25). */
export function InviteDialog({ account, onSecret, onClose }: SecretDialogProps) {
  useFocusBack();
  const invite = useVerifiedMutation(
    useTRPC().admin.accounts.invitations.create.mutationOptions({ gcTime: 0, onSuccess: onSecret }),
    {
      lost: 'The invitation is made, but nobody can see its link any more. Invite again: the earlier link is void then.',
    },
  );
  const form = useTextFields({ email: account.email }, invite);
  if (invite.data !== undefined)
    return (
      <SecretDialog title="The owner is invited" what="link" secret={invite.data.link} onClose={onClose}>
        <Text size="sm" c="dimmed">
          {invite.data.mailed ? 'Another link was mailed to the owner. ' : 'Send it to the owner, and to nobody else. '}
          The link works once, for 7 days.
        </Text>
      </SecretDialog>
    );
  return (
    <FormDialog
      title={`Invite the owner of ${bidiIsolate(account.email)}`}
      action="Make the link"
      mutation={form.mutation}
      onSubmit={() => invite.mutate({ id: account.id, ...form.texts })}
      onClose={onClose}
    >
      <Text size="sm">
        The owner signs in to the dashboard and decides who else may. Once an owner has joined, only members invite.
      </Text>
      <TextInput
        label="E-mail"
        description="The owner signs in with it."
        type="email"
        {...form.field('email', withoutSecrets)}
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  );
}
