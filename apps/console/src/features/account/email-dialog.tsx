'use client';

import { parseEmail } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';

import type { AccountDialogProps } from './dialog-props.ts';
import { useRefreshAccount } from './use-refresh-account.ts';

/** Changes the e-mail of the account (rulings §8). The service decides what a valid e-mail is. */
export function EmailDialog({ account, onClose }: AccountDialogProps) {
  const refresh = useRefreshAccount(account.id);
  const [email, setEmail] = useState(account.email);
  const update = useVerifiedMutation(
    useTRPC().admin.accounts.update.mutationOptions({
      onSuccess: async (_answer, sent) => {
        await refresh();
        notify.success(`The e-mail is ${bidiIsolate(sent.email.trim().toLowerCase())} now.`);
        onClose();
      },
    }),
    {
      verify: async (client, sent) => {
        const { email: now } = await client.admin.accounts.summary.query({ id: account.id });
        return { isDone: now === parseEmail(sent.email), sentence: `The e-mail is ${bidiIsolate(now)} now.` };
      },
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title={`Change the e-mail of ${bidiIsolate(account.email)}`}
      action="Change e-mail"
      isBusy={update.isPending}
      onSubmit={() => update.mutate({ id: account.id, email })}
      onClose={onClose}
    >
      <TextInput
        label="E-mail"
        description="Bills and fair-use e-mails go here."
        type="email"
        value={email}
        onChange={(event) => {
          update.reset();
          setEmail(event.currentTarget.value);
        }}
        error={update.error === null ? undefined : failureOf(update.error).sentence}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  );
}
