'use client';

import { Alert, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';

import { useTRPC } from '../../trpc/trpc.ts';
import { isGone, useAct } from '../../trpc/use-act.ts';
import { ConfirmByTyping } from '../../ui/confirm-by-typing.tsx';
import { isolated } from '../../ui/isolated.ts';
import { notify } from '../../ui/notify.ts';
import type { AccountDialogProps } from './dialog-props.ts';
import { contentsSentence, subscriptionSentence } from './sentences.ts';

/** Deleting the account with everything in it, once its e-mail was typed; then back to the list. */
export function DeleteAccount({ account, onClose }: AccountDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const gone = useRef(false);
  const leave = (): void => {
    gone.current = true;
    router.replace('/accounts');
  };
  const remove = useAct(trpc.admin.accounts.delete.mutationOptions(), {
    truth: async (client, { id }) => {
      const isDone = await isGone(client.admin.accounts.summary.query({ id }));
      return { isDone, sentence: `${isolated(account.email)} is ${isDone ? 'deleted' : 'still there'}.` };
    },
    onDone: leave,
  });
  const subscription = subscriptionSentence(account);
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync({ id: account.id, confirm: true });
    leave();
    notify.success(`${isolated(account.email)} was deleted.`);
    // Only marked as old: asked again by whichever page shows it next, and not by this one, which is being left.
    await queryClient.invalidateQueries({ ...trpc.admin.pathFilter(), refetchType: 'none' });
  };
  return (
    <ConfirmByTyping
      title="Delete account"
      name={account.email}
      action="Delete account"
      onConfirm={confirm}
      // After the deletion the address is being changed already.
      onClose={() => !gone.current && onClose()}
    >
      <Text>This removes the account and, for good, {contentsSentence(account)}.</Text>
      {subscription !== undefined && (
        <Alert mt="xs" color="yellow">
          {subscription}
        </Alert>
      )}
      <Text mt="xs" size="sm" c="dimmed">
        Its keys stop working at once and its domains are free again. What operators did stays in the record.
      </Text>
    </ConfirmByTyping>
  );
}
