'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { verifyMe } from './verify-me.ts';

/** Changes the e-mail in two steps: a code is mailed to the new one, and comes back. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const ask = useVerifiedMutation(trpc.me.email.ask.mutationOptions(), {
    verify: () => Promise.resolve({ isDone: false, sentence: 'Ask for the code again.' }),
  });
  const give = useVerifiedMutation(
    trpc.me.email.give.mutationOptions({
      onSuccess: () => {
        notify.success('Your e-mail is changed.');
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: verifyMe((me) => me.email === email.trim().toLowerCase(), {
        done: 'Your e-mail is changed.',
        not: 'Your e-mail is as before.',
      }),
      onDone: onClose,
    },
  );
  if (ask.data === undefined) {
    const fault = ask.error === null ? undefined : failureOf(ask.error);
    const isOfEmail = fault?.status === 400 || fault?.status === 409;
    return (
      <FormDialog
        title="Change your e-mail"
        action="Send a code"
        isBusy={ask.isPending}
        error={isOfEmail ? undefined : ask.error}
        onSubmit={() => ask.mutate({ email })}
        onClose={onClose}
      >
        <TextInput
          type="email"
          label="New e-mail"
          description="A code is sent there. You sign in with this e-mail afterwards."
          value={email}
          onChange={(event) => {
            ask.reset();
            setEmail(event.currentTarget.value);
          }}
          error={isOfEmail ? fault.sentence : undefined}
          errorProps={{ role: 'alert' }}
          autoComplete="email"
          data-autofocus
        />
      </FormDialog>
    );
  }
  const { ceremony } = ask.data;
  return (
    <FormDialog
      title="Change your e-mail"
      action="Change the e-mail"
      isBusy={give.isPending}
      onSubmit={() => give.mutate({ ceremony, code })}
      onClose={onClose}
    >
      <Text size="sm">A mail with a code is on its way to {email.trim()}. The code is valid for ten minutes.</Text>
      <TextInput
        label="Code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={give.error === null ? undefined : failureOf(give.error).sentence}
        errorProps={{ role: 'alert' }}
        autoComplete="one-time-code"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the next step of what the person is doing
        autoFocus
      />
    </FormDialog>
  );
}
