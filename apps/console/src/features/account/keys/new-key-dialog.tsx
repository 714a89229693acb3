import { NewKeyForm } from '@goal/ui/dialog/new-key-form.tsx';
import { SecretDialog } from '@goal/ui/dialog/secret-dialog.tsx';
import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { lostKey } from '@goal/ui/lib/sentences.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';

import type { SecretDialogProps } from '../dialog-props.ts';
import { RevokeAccountKey } from './revoke-account-key.tsx';

/** Creates an account key and shows it once. Only this dialog holds the key, until it closes. */
export function NewKeyDialog({ account, onSecret, onClose }: SecretDialogProps) {
  useFocusBack();
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
  return (
    <NewKeyForm
      title={`Create a key for ${bidiIsolate(account.email)}`}
      action="Create key"
      mutation={create}
      onSubmit={(key) => create.mutate({ id: account.id, ...key })}
      onRevoke={setUnseen}
      onClose={onClose}
    />
  );
}
