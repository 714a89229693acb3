'use client';

import type { MemberHoldView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

/** Ends a legal hold. */
export function EndHold({ hold: { id, reason }, onClose }: { hold: MemberHoldView; onClose: () => void }) {
  const queries = useQueryClient();
  const done = (): void => {
    notify.success('The hold is ended.');
    void queries.invalidateQueries();
    onClose();
  };
  const end = useVerifiedMutation(useTRPC().dashboard.holds.end.mutationOptions({ onSuccess: done }), {
    verify: async (client) => {
      const { holds } = await client.dashboard.holds.list.query(undefined, { context: { alone: true } });
      const isDone = holds.some((one) => one.id === id && one.ended_at !== null);
      return { isDone, sentence: `The hold ${isDone ? 'is ended' : 'still runs'}.` };
    },
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`End the hold «${bidiIsolate(reason ?? '')}»?`}
      action="End the hold"
      color="red"
      isBusy={end.isPending}
      error={end.error}
      onSubmit={() => end.mutate({ id })}
      onClose={onClose}
    >
      <Text size="sm">
        Sites that no other hold covers can be deleted at once, and retention deletes their old events after its grace.
      </Text>
    </FormDialog>
  );
}
