'use client';

import type { AccountKeyAccess } from '@goal/contract';
import { AccessField, accountKeyChoices } from '@goal/ui/components/access-field.tsx';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { SecretDialog } from '@goal/ui/components/secret-dialog.tsx';
import { useFocusBack } from '@goal/ui/components/use-focus-back.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { lostKey } from '@goal/ui/lib/sentences.ts';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import classes from '../table.module.css';
import { readLine } from './lines-with-key.ts';

type Props = { onRevoke: (prefix: string) => void; onClose: () => void };

/** Makes an account key and shows it once. Only this dialog holds the key, until it closes. */
export function NewKeyDialog({ onRevoke, onClose }: Props) {
  useFocusBack();
  const api = useApiAddress();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<AccountKeyAccess>('full');
  const create = useVerifiedMutation(useTRPC().dashboard.keys.create.mutationOptions({ gcTime: 0 }), {
    lost: lostKey,
  });
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
      onRevoke={onRevoke}
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
