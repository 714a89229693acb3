'use client';

import type { RedactionPreview } from '@goal/contract';
import { ConfirmByTyping } from '@goal/ui/components/confirm-by-typing.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

import type { Whose } from './erase-person.tsx';
import { PreviewWords } from './preview-words.tsx';

/** Begins an erasure, once «erase» is typed. */
export function ConfirmErasure({
  whose,
  preview,
  onClose,
}: {
  whose: Whose;
  preview: RedactionPreview;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const done = (): void => {
    notify.success('The erasure has begun.');
    void queries.invalidateQueries();
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
    onDone: onClose,
  });
  return (
    <ConfirmByTyping
      title="Erase these traces?"
      name="erase"
      action="Erase"
      onConfirm={() => begin.mutateAsync(whose)}
      onClose={onClose}
    >
      <PreviewWords preview={preview} />
      <Text size="sm">This cannot be undone.</Text>
    </ConfirmByTyping>
  );
}
