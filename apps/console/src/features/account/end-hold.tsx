'use client';

import type { HoldView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';

/** Ends a legal hold, whoever set it. */
export function EndHold({ accountId: id, hold, onClose }: { accountId: string; hold: HoldView; onClose: () => void }) {
  const [why, setWhy] = useState('');
  const end = useVerifiedMutation(useTRPC().admin.accounts.holds.end.mutationOptions(), {
    done: 'The hold is ended.',
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
