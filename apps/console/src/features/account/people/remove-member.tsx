'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';

import { WhyField } from '../../why/why-field.tsx';
import type { Member } from './members-table.tsx';

/** Removes a member from the account. The person stays, with their other accounts. */
export function RemoveMember({ id, member, onClose }: { id: string; member: Member; onClose: () => void }) {
  const { id: memberId, email } = member;
  const [why, setWhy] = useState('');
  const remove = useVerifiedMutation(useTRPC().admin.accounts.members.remove.mutationOptions(), {
    done: `${bidiIsolate(email)} is no longer a member.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Remove ${bidiIsolate(email)}?`}
      action="Remove"
      color="red"
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ id, member_id: memberId, reason: why })}
      onClose={onClose}
    >
      <Text size="sm">
        <bdi>{email}</bdi> no longer reaches this account, from the next request on. Open invitations that they made are
        revoked. What they did stays in the record.
      </Text>
      <WhyField value={why} onChange={setWhy} />
    </FormDialog>
  );
}
