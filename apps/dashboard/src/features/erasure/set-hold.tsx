'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { SiteByDomain } from '@goal/ui/components/site-by-domain.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useSiteField } from './use-site-field.ts';

/** Sets a legal hold on the account or on one site. */
export function SetHold({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const site = useSiteField();
  const set = useVerifiedMutation(useTRPC().dashboard.holds.create.mutationOptions(), {
    done: 'The hold is set.',
    onDone: onClose,
  });
  const submit = async (): Promise<void> => {
    const siteId = await site.find();
    if (siteId !== undefined) set.mutate({ reason, site_id: siteId });
  };
  const fault = set.error === null ? undefined : failureOf(set.error);
  const isOfReason = fault?.status === 400;
  return (
    <FormDialog
      title="Set a legal hold"
      action="Set the hold"
      isBusy={set.isPending}
      error={isOfReason ? undefined : set.error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text size="sm">Nothing that it covers is deleted until an owner ends it.</Text>
      <TextInput
        label="Reason"
        description="Such as the number of a case; owners and admins read it"
        value={reason}
        onChange={(event) => {
          set.reset();
          setReason(event.currentTarget.value);
        }}
        error={isOfReason ? fault.sentence : undefined}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
      <SiteByDomain label="Covers" everything="the whole account" field={site} />
    </FormDialog>
  );
}
