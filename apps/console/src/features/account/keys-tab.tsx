'use client';

import type { AccountKeyView, AccountSummary } from '@goal/contract';
import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';

import { useTRPC } from '../../trpc/trpc.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeletons.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { Time } from '../../ui/time.tsx';
import { WriteButton } from '../../ui/write-button.tsx';
import classes from './account.module.css';
import { ClosedApi } from './closed-api.tsx';
import { Name } from './name.tsx';
import { keyCap, usageSentence } from './sentences.ts';
import { useDialog } from './use-dialog.ts';

const RevokeKeyDialog = dynamic(() => import('./revoke-key-dialog.tsx').then((module) => module.RevokeKeyDialog));

/** The keys of the whole account, active and revoked, newest first. */
export function KeysTab({ id }: { id: string }) {
  const trpc = useTRPC();
  const { open } = useDialog();
  const keys = useQuery(trpc.admin.accounts.keys.list.queryOptions({ id }));
  const { data: account } = useQuery(trpc.admin.accounts.summary.queryOptions({ id }));
  const [asked, setAsked] = useState<AccountKeyView>();
  const active = keys.data?.keys.filter((key) => key.revoked_at === null).length;
  return (
    <>
      <div className={classes.toolbar}>
        <Text size="sm" c="dimmed" role="status" className={classes.count}>
          {active !== undefined && account !== undefined && countedKeys(active, account)}
        </Text>
        <span className={classes.toolbarEnd}>
          <WriteButton onClick={() => open('key')} blocked={account && keyCap(active ?? 0, account)}>
            Create key
          </WriteButton>
        </span>
      </div>
      <ClosedApi accountId={id} isOf="account" onChangePlan={() => open('plan')} />
      {keys.error !== null && keys.data === undefined ? (
        <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.data?.keys.length === 0 ? (
        <EmptyState title="No account keys">
          With one the customer manages sites, groups and keys, and reads the events of all sites. Create one above.
        </EmptyState>
      ) : (
        <KeysTable keys={keys.data?.keys} onRevoke={setAsked} />
      )}
      {asked !== undefined && <RevokeKeyDialog id={id} known={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

const countedKeys = (active: number, { limits }: AccountSummary): string =>
  `${usageSentence(active, limits.account_keys, 'active key', 'active keys')}`;

type TableProps = { keys: readonly AccountKeyView[] | undefined; onRevoke: (key: AccountKeyView) => void };

function KeysTable({ keys, onRevoke }: TableProps) {
  return (
    <TableRegion label="Account keys">
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
            <SkeletonRows columns={6} rows={4} />
          ) : (
            keys.map((key) => <KeyRow key={key.prefix} known={key} onRevoke={() => onRevoke(key)} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

function KeyRow({ known, onRevoke }: { known: AccountKeyView; onRevoke: () => void }) {
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
