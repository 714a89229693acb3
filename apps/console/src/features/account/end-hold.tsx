'use client';

import type { HoldView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';

/** Ends a legal hold, whoever set it. */
export function EndHold({ accountId: id, hold, onClose }: { accountId: string; hold: HoldView; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [why, setWhy] = useState('');
  const done = (): void => {
    notify.success('The hold is ended.');
    void queries.invalidateQueries(trpc.admin.pathFilter());
    onClose();
  };
  const end = useVerifiedMutation(trpc.admin.accounts.holds.end.mutationOptions({ onSuccess: done }), {
    verify: async (client) => {
      const { holds } = await client.admin.accounts.holds.list.query({ id });
      const isDone = holds.some((one) => one.id === hold.id && one.ended_at !== null);
      return { isDone, sentence: `The hold ${isDone ? 'is ended' : 'still runs'}.` };
    },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="End the legal hold?"
      action="End the hold"
      color="red"
      isBusy={end.isPending}
      error={end.error}
      onSubmit={() => end.mutate({ id, hold_id: hold.id, reason: why })}
      onClose={onClose}
    >
      <Text size="sm">Set by {hold.by}. Retention deletes what it covered after its grace.</Text>
      <WhyField value={why} onChange={setWhy} />
    </FormDialog>
  );
}
