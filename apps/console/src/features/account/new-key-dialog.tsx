'use client';

import type { AccountKeyAccess } from '@goal/contract';
import { AccessField, accountKeyChoices } from '@goal/ui/components/access-field.tsx';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { SecretDialog } from '@goal/ui/components/secret-dialog.tsx';
import { useFocusBack } from '@goal/ui/components/use-focus-back.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { lostKey } from '@goal/ui/lib/sentences.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { SecretDialogProps } from './dialog-props.ts';
import { RevokeAccountKey } from './revoke-account-key.tsx';

/** Creates an account key and shows it once. Only this dialog holds the key, until it closes. */
export function NewKeyDialog({ account, onSecret, onClose }: SecretDialogProps) {
  useFocusBack();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<AccountKeyAccess>('full');
  const [unseen, setUnseen] = useState<string>();
  const create = useVerifiedMutation(
    useTRPC().admin.accounts.keys.create.mutationOptions({ gcTime: 0, onSuccess: onSecret }),
    { lost: lostKey },
  );
  if (unseen !== undefined)
    return <RevokeAccountKey id={account.id} known={{ prefix: unseen, name: null }} onClose={onClose} />;
  if (create.data !== undefined)
    return (
      <SecretDialog title="New account key" secret={create.data.key} onClose={onClose}>
        <Text size="sm" c="dimmed">
          Lists show the key by its prefix, {create.data.prefix}.{' '}
          {create.data.access === 'read'
            ? `It reads the whole account ${bidiIsolate(account.email)} and changes nothing.`
            : `It gives access to the whole account ${bidiIsolate(account.email)}.`}
        </Text>
      </SecretDialog>
    );
  const fault = create.error === null ? undefined : failureOf(create.error);
  const isOfName = fault?.status === 400;
  return (
    <FormDialog
      title={`Create a key for ${bidiIsolate(account.email)}`}
      action="Create key"
      isBusy={create.isPending}
      error={isOfName ? undefined : create.error}
      onSubmit={() => create.mutate({ id: account.id, name, access })}
      onRevoke={setUnseen}
      onClose={onClose}
    >
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
