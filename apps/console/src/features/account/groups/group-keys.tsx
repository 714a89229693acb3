import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useWhoAmI } from '../../../session/who-am-i.tsx';
import { ClosedApi } from '../../keys/closed-api.tsx';
import { KeysTable } from '../keys/keys-table.tsx';
import { useDialog } from '../use-dialog.ts';

const RevokeGroupKey = lateDialog(() => import('./revoke-group-key.tsx').then((module) => module.RevokeGroupKey));

/** Active and revoked keys, newest first. The key to revoke is in the URL: `?revoke=PREFIX`. */
export function GroupKeys({ id, groupId }: { id: string; groupId: string }) {
  const { groups } = useTRPC().admin.accounts;
  const [params, change] = useUrlState();
  const { canWrite } = useWhoAmI();
  const { open } = useDialog();
  const keys = useQuery(groups.keys.list.queryOptions({ id, group_id: groupId }));
  const known = useQuery(groups.list.queryOptions({ id, limit: 200 }, { staleTime: 300_000 }));
  const name = known.data?.groups.find((one) => one.id === groupId)?.name;
  const active = keys.data?.keys.filter((key) => key.revoked_at === null) ?? [];
  const keyToRevoke = active.find((key) => key.prefix === params.get('revoke'));
  return (
    <>
      <Group gap="xs" mb="sm">
        <Text size="sm">
          Keys of the group <bdi>{name === undefined ? groupId : `«${name}»`}</bdi>
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => change({ keys_of: undefined, revoke: undefined })}>
          Show all groups
        </Button>
      </Group>
      <ClosedApi accountId={id} keyKind="account" onChangePlan={() => open('plan')} />
      <KeysTable
        label="Keys of the group"
        query={keys}
        skeletonRows={2}
        empty={<EmptyState title="No key of this group">The customer creates one with an account key.</EmptyState>}
        onRevoke={(prefix) => change({ revoke: prefix })}
      />
      {keyToRevoke !== undefined && canWrite && (
        <RevokeGroupKey
          id={id}
          group={{ id: groupId, name }}
          known={keyToRevoke}
          active={active.length}
          onClose={() => change({ revoke: undefined }, 'replace')}
        />
      )}
    </>
  );
}
