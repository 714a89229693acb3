'use client';

import { ConfirmByTyping } from '@goal/ui/components/confirm-by-typing.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { isGone, useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';

import { WhyField } from '../why/why-field.tsx';
import type { AccountDialogProps } from './dialog-props.ts';
import { contentsSentence, subscriptionSentence } from './sentences.ts';

/** Deletes the account with everything in it once its e-mail is typed, then returns to the list. */
export function DeleteAccount({ account, onClose }: AccountDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const gone = useRef(false);
  const [why, setWhy] = useState('');
  const leave = (): void => {
    gone.current = true;
    router.replace('/accounts');
  };
  const remove = useVerifiedMutation(trpc.admin.accounts.delete.mutationOptions(), {
    verify: async (client, { id }) => {
      const isDone = await isGone(client.admin.accounts.summary.query({ id }));
      return { isDone, sentence: `${bidiIsolate(account.email)} is ${isDone ? 'deleted' : 'still there'}.` };
    },
    onDone: leave,
  });
  const subscription = subscriptionSentence(account);
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync({ id: account.id, confirm: true, reason: why });
    leave();
    notify.success(`${bidiIsolate(account.email)} was deleted.`);
    // Marks the data as stale without a refetch: this page is being left, the next one will fetch.
    await queryClient.invalidateQueries({ ...trpc.admin.pathFilter(), refetchType: 'none' });
  };
  return (
    <ConfirmByTyping
      title="Delete account"
      name={account.email}
      action="Delete account"
      onConfirm={confirm}
      // After the deletion the navigation has already begun: closing would change the URL again.
      onClose={() => !gone.current && onClose()}
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
    </ConfirmByTyping>
  );
}
