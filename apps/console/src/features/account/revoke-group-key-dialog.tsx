'use client';

import type { GroupKeyView } from '@goal/contract';
import { Text } from '@mantine/core';

import { useTRPC } from '../../trpc/trpc.ts';
import { useAct } from '../../trpc/use-act.ts';
import { keyIsRevoked } from '../site/site-truth.ts';
import { notify } from '../../ui/notify.ts';
import { Time } from '../../ui/time.tsx';
import { ActDialog } from '../site/act-dialog.tsx';
import { useRefresh } from './use-refresh.ts';

type Props = {
  id: string;
  group: { id: string; name: string | undefined };
  known: GroupKeyView;
  /** How many keys of the group work now. */
  active: number;
  onClose: () => void;
};

/** Takes a key of a group out of use, for good. */
export function RevokeGroupKeyDialog({ id, group, known: { prefix, name, last_used_at }, active, onClose }: Props) {
  const refresh = useRefresh(id);
  const revoke = useAct(
    useTRPC().admin.accounts.groups.keys.revoke.mutationOptions({
      onSuccess: async () => {
        await refresh();
        notify.success(`The key ${prefix} is revoked.`);
        onClose();
      },
    }),
    {
      truth: (client) => keyIsRevoked(prefix, client.admin.accounts.groups.keys.list.query({ id, group_id: group.id })),
      onDone: onClose,
    },
  );
  return (
    <ActDialog
      title={`Revoke the key ${prefix}?`}
      action="Revoke key"
      color="red"
      isBusy={revoke.isPending}
      error={revoke.error}
      onAct={() => revoke.mutate({ id, group_id: group.id, prefix })}
      onClose={onClose}
    >
      <Text size="sm">
        The key «<bdi>{name}</bdi>» stops working within a second: whatever uses it to reach the group
        {group.name !== undefined && (
          <>
            {' '}
            «<bdi>{group.name}</bdi>»
          </>
        )}{' '}
        and its sites is answered 401 «invalid token».{' '}
        {last_used_at === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Time value={last_used_at} as="ago" />.
          </>
        )}{' '}
        {active > 1
          ? `${active - 1} other ${active === 2 ? 'key goes' : 'keys go'} on working.`
          : 'The group has no other working key.'}{' '}
        The sites go on sending. The key cannot be given back; the customer makes another one with an account key.
      </Text>
    </ActDialog>
  );
}
