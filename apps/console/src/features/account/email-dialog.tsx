'use client';

import { parseEmail } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';

import type { AccountDialogProps } from './dialog-props.ts';
import { emailSentence, nameSentence } from './sentences.ts';

type Sent = { email?: string | undefined; name?: string | null | undefined };

/**
 * Changes the e-mail and the name of the account (rulings §8, §10.23). The service decides what a
 * valid e-mail is. Only what differs is sent, so that a change by somebody else meanwhile stays.
 */
export function EmailDialog({ account, onClose }: AccountDialogProps) {
  const [email, setEmail] = useState(account.email);
  const [name, setName] = useState(account.name ?? '');
  const update = useUpdate(onClose);
  const sent: Sent = {
    ...(email === account.email ? {} : { email }),
    ...(name.trim() === (account.name ?? '') ? {} : { name }),
  };
  const fault = update.error === null ? undefined : failureOf(update.error).sentence;
  const isOfName = update.error?.message === 'name too long';
  const edit = (set: (text: string) => void) => (event: { currentTarget: { value: string } }) => {
    update.reset();
    set(event.currentTarget.value);
  };
  return (
    <FormDialog
      title={`Change the e-mail or name of ${bidiIsolate(account.email)}`}
      action="Save"
      isBusy={update.isPending}
      blocked={Object.keys(sent).length === 0 ? 'Change the e-mail or the name first' : undefined}
      onSubmit={() => update.mutate({ id: account.id, ...sent })}
      onClose={onClose}
    >
      <TextInput
        label="E-mail"
        description="Bills and fair-use e-mails go here."
        type="email"
        value={email}
        onChange={edit(setEmail)}
        error={isOfName ? undefined : fault}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        label="Name"
        description="What people see in place of the e-mail (optional)"
        value={name}
        onChange={edit(setName)}
        error={isOfName ? fault : undefined}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        dir="auto"
      />
    </FormDialog>
  );
}

function useUpdate(onDone: () => void) {
  return useVerifiedMutation(useTRPC().admin.accounts.update.mutationOptions(), {
    done: sentenceOf,
    onDone,
  });
}

/** What stands now, for each field that was sent. */
const sentenceOf = ({ email, name }: Sent): string =>
  [
    ...(email === undefined ? [] : [emailSentence(parseEmail(email) ?? email)]),
    ...(name === undefined ? [] : [nameSentence(name?.trim() || null)]),
  ].join(' ');
