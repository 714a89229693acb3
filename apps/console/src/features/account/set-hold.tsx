'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Sets a legal hold as the provider. */
export function SetHold({ accountId: id, onClose }: { accountId: string; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [site, setSite] = useState('');
  const siteId = site.trim() === '' ? null : site.trim();
  const done = (): void => {
    notify.success('The hold is set.');
    void queries.invalidateQueries(trpc.admin.pathFilter());
    onClose();
  };
  const set = useVerifiedMutation(trpc.admin.accounts.holds.create.mutationOptions({ onSuccess: done }), {
    verify: async (client) => {
      const { holds } = await client.admin.accounts.holds.list.query({ id });
      const isDone = holds.some(
        (hold) => hold.ended_at === null && hold.reason === reason.trim() && hold.site_id === siteId,
      );
      return { isDone, sentence: isDone ? 'The hold is set.' : 'The hold is not set.' };
    },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Set a legal hold"
      action="Set the hold"
      isBusy={set.isPending}
      error={set.error}
      onSubmit={() => set.mutate({ id, reason, site_id: siteId })}
      onClose={onClose}
    >
      <Text size="sm">
        The customer sees a hold of the provider, without the reason. Until an operator ends it, retention deletes
        nothing that it covers, and neither its sites nor the account can be deleted.
      </Text>
      <TextInput
        label="Reason"
        value={reason}
        onChange={(event) => {
          set.reset();
          setReason(event.currentTarget.value);
        }}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
      <TextInput
        label="Site"
        description="Its id; empty: the whole account"
        value={site}
        onChange={(event) => {
          set.reset();
          setSite(event.currentTarget.value);
        }}
        autoComplete="off"
      />
    </FormDialog>
  );
}
