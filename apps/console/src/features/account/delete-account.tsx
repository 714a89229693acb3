import { ConfirmByTypingDialog } from '@goal/ui/dialog/confirm-by-typing-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';
import type { AccountDialogProps } from './dialog-props.ts';
import { contentsSentence, subscriptionSentence } from './sentences.ts';

export function DeleteAccount({ account, onClose }: AccountDialogProps) {
  const router = useRouter();
  const [why, setWhy] = useState('');
  const remove = useVerifiedMutation(useTRPC().admin.accounts.delete.mutationOptions(), {
    done: `${bidiIsolate(account.email)} was deleted.`,
    onDone: () => router.replace('/accounts'),
    gone: account.id,
  });
  const subscription = subscriptionSentence(account);
  return (
    <ConfirmByTypingDialog
      title="Delete account"
      name={account.email}
      action="Delete account"
      mutation={remove}
      onConfirm={() => remove.mutate({ id: account.id, confirm: true, reason: why })}
      onClose={onClose}
    >
      <Text>This removes the account and, for good, {contentsSentence(account)}.</Text>
      {subscription !== undefined && (
        <Alert mt="xs" color="yellow">
          {subscription}
        </Alert>
      )}
      <Text mt="xs" size="sm" c="dimmed">
        Its keys stop working at once, and its domains become free. The record of actions stays.
      </Text>
      <WhyField value={why} onChange={setWhy} />
    </ConfirmByTypingDialog>
  );
}
