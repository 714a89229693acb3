import type { GroupKeyView } from '@goal/contract';
import { LastUse, revokeKey } from '@goal/ui/dialog/revoke-key.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';

import { AskWhy } from '../../why/ask-why.tsx';

type Props = {
  id: string;
  group: { id: string; name: string | undefined };
  known: GroupKeyView;
  /** Number of active keys of the group, this one included. */
  active: number;
  onClose: () => void;
};

export function RevokeGroupKey({ id, group, known: { prefix, name, last_used_at }, active, onClose }: Props) {
  return (
    <AskWhy
      {...revokeKey(prefix)}
      action="Revoke key"
      procedure={useTRPC().admin.accounts.groups.keys.revoke.mutationOptions()}
      input={(reason) => ({ id, group_id: group.id, prefix, reason })}
      onClose={onClose}
    >
      <Text size="sm">
        The key «<bdi>{name}</bdi>» stops working within a second: every request with it to the group
        {group.name !== undefined && (
          <>
            {' '}
            «<bdi>{group.name}</bdi>»
          </>
        )}{' '}
        and its sites is answered 401 «invalid token». <LastUse at={last_used_at} />{' '}
        {active > 1
          ? `${active - 1} other ${active === 2 ? 'key keeps' : 'keys keep'} working.`
          : 'The group has no other working key.'}{' '}
        The sites go on sending. The key cannot be restored; the customer can create another one with an account key.
      </Text>
    </AskWhy>
  );
}
