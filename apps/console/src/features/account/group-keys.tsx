'use client';

import type { GroupKeyView } from '@goal/contract';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';

import { useWhoAmI } from '../../session/who-am-i.tsx';
import { useTRPC } from '../../trpc/trpc.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeletons.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { Time } from '../../ui/time.tsx';
import { useUrlState } from '../../ui/use-url-state.ts';
import { WriteButton } from '../../ui/write-button.tsx';
import classes from './account.module.css';
import { ClosedApi } from './closed-api.tsx';
import { Name } from './name.tsx';
import { useDialog } from './use-dialog.ts';

const RevokeGroupKeyDialog = dynamic(() =>
  import('./revoke-group-key-dialog.tsx').then((module) => module.RevokeGroupKeyDialog),
);

/** The keys of one group, active and revoked, newest first. The key that is asked about is in the URL: `?revoke=PREFIX`. */
export function GroupKeys({ id, groupId }: { id: string; groupId: string }) {
  const { groups } = useTRPC().admin.accounts;
  const [params, change] = useUrlState();
  const { canWrite } = useWhoAmI();
  const { open } = useDialog();
  const keys = useQuery(groups.keys.list.queryOptions({ id, group_id: groupId }));
  const known = useQuery(groups.list.queryOptions({ id, limit: 200 }, { staleTime: 300_000 }));
  const name = known.data?.groups.find((one) => one.id === groupId)?.name;
  const list = keys.data?.keys;
  const active = list?.filter((key) => key.revoked_at === null) ?? [];
  const asked = active.find((key) => key.prefix === params.get('revoke'));
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
      <ClosedApi accountId={id} isOf="account" onChangePlan={() => open('plan')} />
      {keys.error !== null && list === undefined ? (
        <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : list?.length === 0 ? (
        <EmptyState title="No key of this group">The customer makes one with an account key.</EmptyState>
      ) : (
        <KeysTable keys={list} onRevoke={(prefix) => change({ revoke: prefix })} />
      )}
      {asked !== undefined && canWrite && (
        <RevokeGroupKeyDialog
          id={id}
          group={{ id: groupId, name }}
          known={asked}
          active={active.length}
          onClose={() => change({ revoke: undefined }, 'replace')}
        />
      )}
    </>
  );
}

type TableProps = { keys: readonly GroupKeyView[] | undefined; onRevoke: (prefix: string) => void };

function KeysTable({ keys, onRevoke }: TableProps) {
  return (
    <TableRegion label="Keys of the group">
      <table className={classes.table} aria-busy={keys === undefined}>
        <thead>
          <tr>
            <th scope="col">Prefix</th>
            <th scope="col">Name</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Status</th>
            <th scope="col" className={classes.figure}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {keys === undefined ? (
            <SkeletonRows columns={6} rows={2} />
          ) : (
            keys.map((key) => <KeyRow key={key.prefix} known={key} onRevoke={() => onRevoke(key.prefix)} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

function KeyRow({ known, onRevoke }: { known: GroupKeyView; onRevoke: () => void }) {
  const { prefix, name, created_at, last_used_at, revoked_at } = known;
  return (
    <tr>
      <th scope="row" className={classes.prefix}>
        {prefix}
      </th>
      <td className={classes.name}>
        <Name text={name} />
      </td>
      <td>
        <Time value={created_at} />
      </td>
      <td>{last_used_at === null ? 'never' : <Time value={last_used_at} as="ago" />}</td>
      <td>
        <Badge variant="light" color={revoked_at === null ? 'teal' : 'gray'} tt="none">
          {revoked_at === null ? 'active' : 'revoked'}
        </Badge>
        {revoked_at !== null && (
          <Text size="xs" c="dimmed" component="div">
            <Time value={revoked_at} />
          </Text>
        )}
      </td>
      <td className={classes.figure}>
        {revoked_at === null && (
          <WriteButton
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Revoke key ${prefix}`}
            onClick={onRevoke}
          >
            Revoke
          </WriteButton>
        )}
      </td>
    </tr>
  );
}
