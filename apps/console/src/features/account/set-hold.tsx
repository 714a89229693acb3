'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { SiteByDomain, useSiteByDomain } from '@goal/ui/components/site-by-domain.tsx';
import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

/** Sets a legal hold as the provider. */
export function SetHold({ accountId: id, onClose }: { accountId: string; onClose: () => void }) {
  const client = useTRPCClient();
  const [reason, setReason] = useState('');
  const site = useSiteByDomain(id, (query) => client.admin.accounts.sites.list.query({ id, ...query }));
  const set = useVerifiedMutation(useTRPC().admin.accounts.holds.create.mutationOptions(), {
    done: 'The hold is set.',
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
