'use client';

import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { failureOf } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { useAct } from '../../trpc/use-act.ts';
import { isolated } from '../../ui/isolated.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { ActDialog } from '../site/act-dialog.tsx';
import type { SecretDialogProps } from './dialog-props.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useRefresh } from './use-refresh.ts';

/** A new account key: named, made, and shown once. It is kept in this dialog alone and goes with it. */
export function NewKeyDialog({ account, onSecret, onClose }: SecretDialogProps) {
  useFocusBack();
  const refresh = useRefresh(account.id);
  const [name, setName] = useState('');
  const create = useAct(
    useTRPC().admin.accounts.keys.create.mutationOptions({
      gcTime: 0,
      onSuccess: () => {
        onSecret();
        void refresh();
      },
    }),
    { truth: () => Promise.resolve({ isDone: false, sentence: lostKey }) },
  );
  if (create.data !== undefined)
    return (
      <SecretDialog title="New account key" secret={create.data.key} onClose={onClose}>
        <Text size="sm" c="dimmed">
          Prefix {create.data.prefix}: lists show the key by it. It opens the whole account {account.email}.
        </Text>
      </SecretDialog>
    );
  const fault = create.error === null ? undefined : failureOf(create.error);
  const isOfName = fault?.status === 400;
  return (
    <ActDialog
      title={`Create a key for ${isolated(account.email)}`}
      action="Create key"
      isBusy={create.isPending}
      error={isOfName ? undefined : create.error}
      onAct={() => create.mutate({ id: account.id, name })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What the key is for; may be empty"
        value={name}
        onChange={(event) => {
          create.reset();
          setName(event.currentTarget.value);
        }}
        error={isOfName ? fault.sentence : undefined}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
    </ActDialog>
  );
}

/** A list does not say which of its keys was made by an act whose answer was lost, and nobody has seen that key. */
const lostKey =
  'The key may have been made, and nobody can see it any more: look at the list, revoke a key there that you do not know, and create another.';
