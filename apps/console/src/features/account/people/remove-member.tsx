import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';

import { AskWhy } from '../../why/ask-why.tsx';
import type { Member } from './members-table.tsx';

export function RemoveMember({ id, member, onClose }: { id: string; member: Member; onClose: () => void }) {
  const { id: memberId, email } = member;
  return (
    <AskWhy
      title={`Remove ${bidiIsolate(email)}?`}
      action="Remove"
      color="red"
      procedure={useTRPC().admin.accounts.members.remove.mutationOptions()}
      input={(reason) => ({ id, member_id: memberId, reason })}
      done={`${bidiIsolate(email)} is no longer a member.`}
      onClose={onClose}
    >
      <Text size="sm">
        <bdi>{email}</bdi> no longer reaches this account, from the next request on. Open invitations that they made are
        revoked. What they did stays in the record.
      </Text>
    </AskWhy>
  );
}
