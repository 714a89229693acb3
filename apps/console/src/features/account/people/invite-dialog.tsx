'use client';

import { withoutSecrets } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { SecretDialog } from '@goal/ui/components/secret-dialog.tsx';
import { useFocusBack } from '@goal/ui/components/use-focus-back.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { SecretDialogProps } from '../dialog-props.ts';

/** Invites the owner of an account and shows the link once (rulings §10.25). */
export function InviteDialog({ account, onSecret, onClose }: SecretDialogProps) {
  useFocusBack();
  const [email, setEmail] = useState(account.email);
  const invite = useVerifiedMutation(
    useTRPC().admin.accounts.invitations.create.mutationOptions({ gcTime: 0, onSuccess: onSecret }),
    {
      lost: 'The invitation is made, but nobody can see its link any more. Invite again: the earlier link is void then.',
    },
  );
  if (invite.data !== undefined)
    return (
      <SecretDialog title="The owner is invited" what="link" secret={invite.data.link} onClose={onClose}>
        <Text size="sm" c="dimmed">
          {invite.data.mailed ? 'Another link was mailed to the owner. ' : 'Send it to the owner, and to nobody else. '}
          The link works once, for 7 days.
        </Text>
      </SecretDialog>
    );
  const fault = invite.error === null ? undefined : failureOf(invite.error);
  const isOfEmail = fault?.status === 400;
  return (
    <FormDialog
      title={`Invite the owner of ${bidiIsolate(account.email)}`}
      action="Make the link"
      isBusy={invite.isPending}
      error={isOfEmail ? undefined : invite.error}
      onSubmit={() => invite.mutate({ id: account.id, email })}
      onClose={onClose}
    >
      <Text size="sm">
        The owner signs in to the dashboard and decides who else may. Once an owner has joined, only members invite.
      </Text>
      <TextInput
        label="E-mail"
        description="The owner signs in with it."
        type="email"
        value={email}
        onChange={(event) => {
          invite.reset();
          setEmail(withoutSecrets(event.currentTarget.value));
        }}
        error={isOfEmail ? fault.sentence : undefined}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  );
}
