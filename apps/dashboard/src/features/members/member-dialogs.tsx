import type { MemberAccount } from '@goal/contract';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';

import { type Member, nameOfMember } from './members-table.tsx';
import { type Reach, ReachFields, useChosenGroup } from './reach-fields.tsx';
import { whatTheySee } from './what-they-see.ts';

type Props = { account: MemberAccount; member: Member; onClose: () => void };

export function ChangeDialog({ account, member, onClose }: Props) {
  const name = bidiIsolate(nameOfMember(member));
  const [reach, setReach] = useState<Reach>({ role: member.role, groupId: member.group?.id ?? '' });
  const group = useChosenGroup(reach);
  const groupId = reach.groupId === '' ? null : reach.groupId;
  return (
    <AskDialog
      title={`Change ${name}`}
      action="Save"
      procedure={useTRPC().dashboard.members.update.mutationOptions()}
      input={{ id: member.id, role: reach.role, group_id: groupId }}
      done={`${name} is changed.`}
      onClose={onClose}
    >
      <ReachFields account={account} value={reach} onChange={setReach} />
      <Text size="sm" role="status">
        {whatTheySee(name, { role: reach.role, group })} It holds from their next request on.
      </Text>
    </AskDialog>
  );
}

export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = bidiIsolate(nameOfMember(member));
  return (
    <AskDialog
      title={`Remove ${name}?`}
      action="Remove"
      color="red"
      procedure={useTRPC().dashboard.members.remove.mutationOptions()}
      input={{ id: member.id }}
      done={`${name} is removed.`}
      onClose={onClose}
    >
      <Text size="sm">
        They lose access at their next request, and the invitations that they made are revoked. The keys that they made
        stay valid: revoke those that they know.
      </Text>
    </AskDialog>
  );
}
