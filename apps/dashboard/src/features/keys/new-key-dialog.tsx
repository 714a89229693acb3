'use client';

import type { AccountKeyAccess } from '@goal/contract';
import { AccessField, accountKeyChoices } from '@goal/ui/components/access-field.tsx';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { SecretDialog } from '@goal/ui/components/secret-dialog.tsx';
import { useFocusBack } from '@goal/ui/components/use-focus-back.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import classes from '../table.module.css';
import { readLine } from './lines-with-key.ts';

/** Makes an account key and shows it once. Only this dialog holds the key, until it closes. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const api = useApiAddress();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<AccountKeyAccess>('full');
  const create = useVerifiedMutation(
    trpc.dashboard.keys.create.mutationOptions({
      gcTime: 0,
      onSuccess: () => queryClient.invalidateQueries(),
    }),
    { verify: () => Promise.resolve({ isDone: false, sentence: lostKey }) },
  );
  if (create.data !== undefined)
    return (
      <SecretDialog title="New key" secret={create.data.key} onClose={onClose}>
        <Text size="sm">Try it:</Text>
        <pre className={classes.line}>{readLine(api, create.data.key)}</pre>
      </SecretDialog>
    );
  const fault = create.error === null ? undefined : failureOf(create.error);
  const isOfName = fault?.status === 400;
  return (
    <FormDialog
      title="New key"
      action="Make the key"
      isBusy={create.isPending}
      error={isOfName ? undefined : create.error}
      onSubmit={() => create.mutate({ name, access })}
      onClose={onClose}
    >
      <Text size="sm">A key opens the whole account to a program: its events, sites and groups. It is shown once.</Text>
      <TextInput
        label="Name"
        description="What the key is for (optional)"
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
      <AccessField choices={accountKeyChoices} value={access} onChange={setAccess} />
    </FormDialog>
  );
}

/**
 * After a lost answer nothing tells which key in the list is the new one, and nobody has seen its
 * secret.
 */
const lostKey =
  'The key may have been made, but nobody can see it any more. Look at the list, revoke any key that you do not know, and make another.';
