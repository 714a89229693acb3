'use client';

import type { RedactionPreview } from '@goal/contract';
import { ConfirmByTypingDialog } from '@goal/ui/components/confirm-by-typing-dialog.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

import { PreviewWords } from './preview-words.tsx';
import type { Whose } from './use-erasure-form.ts';

type Props = {
  whose: Whose;
  /** The domain of the site, where one is chosen. */
  domain: string;
  preview: RedactionPreview;
  onBegun: () => void;
  onClose: () => void;
};

/** Begins an erasure, once «erase» is typed. */
export function ConfirmErasure({ whose, domain, preview, onBegun, onClose }: Props) {
  const queries = useQueryClient();
  const done = (): void => {
    notify.success('The erasure has begun.');
    void queries.invalidateQueries();
    onBegun();
    onClose();
  };
  const begin = useVerifiedMutation(useTRPC().dashboard.redactions.create.mutationOptions({ onSuccess: done }), {
    verify: async (client) => {
      const { redactions } = await client.dashboard.redactions.list.query(undefined, { context: { alone: true } });
      const isDone = redactions.some(({ status }) => status === 'running');
      return {
        isDone,
        sentence: isDone ? 'An erasure runs.' : 'No erasure runs: look at the list of what was erased.',
      };
    },
    onDone() {
      onBegun();
      onClose();
    },
  });
  return (
    <ConfirmByTypingDialog
      title="Erase these traces?"
      name="erase"
      action="Erase"
      onConfirm={() => begin.mutateAsync(whose)}
      onClose={onClose}
    >
      <Text size="sm">
        Of{' '}
        {whose.username !== null && (
          <>
            the user name «<bdi>{whose.username}</bdi>»
          </>
        )}
        {whose.username !== null && whose.user_id !== null && ' and '}
        {whose.user_id !== null && `the user id ${whose.user_id}`} on{' '}
        {whose.site_id === null ? 'all sites' : <bdi>{domain}</bdi>}.
      </Text>
      <PreviewWords preview={preview} />
      <Text size="sm">This cannot be undone.</Text>
    </ConfirmByTypingDialog>
  );
}
