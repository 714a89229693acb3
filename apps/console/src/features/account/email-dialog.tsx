'use client';

import { parseEmail } from '@goal/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { failureOf } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { useAct } from '../../trpc/use-act.ts';
import { isolated } from '../../ui/isolated.ts';
import { notify } from '../../ui/notify.ts';
import { ActDialog } from '../site/act-dialog.tsx';
import type { AccountDialogProps } from './dialog-props.ts';
import { useRefresh } from './use-refresh.ts';

/** Another e-mail for the account (rulings §8). What an e-mail is, the service says. */
export function EmailDialog({ account, onClose }: AccountDialogProps) {
  const refresh = useRefresh(account.id);
  const [email, setEmail] = useState(account.email);
  const update = useAct(
    useTRPC().admin.accounts.update.mutationOptions({
      onSuccess: async (_answer, sent) => {
        await refresh();
        notify.success(`The e-mail is ${isolated(sent.email.trim().toLowerCase())} now.`);
        onClose();
      },
    }),
    {
      truth: async (client, sent) => {
        const { email: now } = await client.admin.accounts.summary.query({ id: account.id });
        return { isDone: now === parseEmail(sent.email), sentence: `The e-mail is ${isolated(now)} now.` };
      },
      onDone: onClose,
    },
  );
  return (
    <ActDialog
      title={`Change the e-mail of ${isolated(account.email)}`}
      action="Change e-mail"
      isBusy={update.isPending}
      onAct={() => update.mutate({ id: account.id, email })}
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
    </ActDialog>
  );
}
