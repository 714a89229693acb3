'use client';

import type { MemberAccount } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';

import { type Member, nameOfMember } from './members-table.tsx';
import { type Reach, ReachFields, useChosenGroup } from './reach-fields.tsx';
import { whatTheySee } from './what-they-see.ts';

type Props = { account: MemberAccount; member: Member; onClose: () => void };

/** Changes the role of a member, and what they see. */
export function ChangeDialog({ account, member, onClose }: Props) {
  const name = bidiIsolate(nameOfMember(member));
  const [reach, setReach] = useState<Reach>({ role: member.role, groupId: member.group?.id ?? '' });
  const group = useChosenGroup(reach);
  const groupId = reach.groupId === '' ? null : reach.groupId;
  const change = useVerifiedMutation(useTRPC().dashboard.members.update.mutationOptions(), {
    done: `${name} is changed.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Change ${name}`}
      action="Save"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate({ id: member.id, role: reach.role, group_id: groupId })}
      onClose={onClose}
    >
      <ReachFields account={account} value={reach} onChange={setReach} />
      <Text size="sm" role="status">
        {whatTheySee(name, { role: reach.role, group })} It holds from their next request on.
      </Text>
    </FormDialog>
  );
}
