'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { SiteByDomain, useSiteByDomain } from '@goal/ui/components/site-by-domain.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Sets a legal hold as the provider. */
export function SetHold({ accountId: id, onClose }: { accountId: string; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const site = useSiteByDomain(id, (query) => client.admin.accounts.sites.list.query({ id, ...query }));
  const done = (): void => {
    notify.success('The hold is set.');
    void queries.invalidateQueries(trpc.admin.pathFilter());
    onClose();
  };
  const set = useVerifiedMutation(trpc.admin.accounts.holds.create.mutationOptions({ onSuccess: done }), {
    verify: async (asking, sent) => {
      const { holds } = await asking.admin.accounts.holds.list.query({ id });
      const isDone = holds.some(
        (hold) => hold.ended_at === null && hold.reason === sent.reason.trim() && hold.site_id === sent.site_id,
      );
      return { isDone, sentence: isDone ? 'The hold is set.' : 'The hold is not set.' };
    },
    onDone: onClose,
  });
  const submit = async (): Promise<void> => {
    const siteId = await site.find();
    if (siteId !== undefined) set.mutate({ id, reason, site_id: siteId });
  };
  return (
    <FormDialog
      title="Set a legal hold"
      action="Set the hold"
      isBusy={set.isPending}
      error={set.error}
      onSubmit={() => void submit()}
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
      <SiteByDomain label="Covers" everything="the whole account" field={site} />
    </FormDialog>
  );
}
