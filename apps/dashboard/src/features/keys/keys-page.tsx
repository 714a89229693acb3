'use client';

import type { RouterOutputs } from '@goal/client/trpc';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { lastUsedColumn, madeColumn, RevokeInRow } from '@goal/ui/table/key-columns.tsx';
import { lastRefusedColumn } from '@goal/ui/table/refused-column.tsx';
import { AccessBadge } from '@goal/ui/text/access-badge.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { newKeyDialog } from '../../lib/paths.ts';
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts';
import { useAccount } from '../account/use-account.ts';
import { UseAKey } from './use-a-key.tsx';
import classes from '../table.module.css';

const NewKeyDialog = lateDialog(() => import('./new-key-dialog.tsx').then((module) => module.NewKeyDialog));
const RevokeKey = lateDialog(() => import('./revoke-key.tsx').then((module) => module.RevokeKey));

export function KeysPage() {
  const { data: account } = useAccount();
  const keys = useQuery(useTRPC().dashboard.keys.list.queryOptions());
  const making = useDialogInAddress(newKeyDialog);
  const [prefix, setPrefix] = useState<string>();
  const all = keys.data?.keys;
  const active = all?.filter((key) => key.revoked_at === null).length ?? 0;
  const known = all?.find((key) => key.prefix === prefix);
  const cap = account?.account_keys ?? -1;
  const isFull =
    cap >= 0 && active >= cap ? `${formatNumber(active)} of ${formatNumber(cap)} keys: revoke one first.` : undefined;
  const isClosed = account?.api === false;
  return (
    <>
      <PageTitle
        title="API keys"
        count={
          all === undefined || account === undefined ? undefined : (
            <Badge variant="light" tt="none">
              {cap < 0 ? `${formatNumber(active)}, unlimited` : `${formatNumber(active)} of ${formatNumber(cap)}`}
            </Badge>
          )
        }
        actions={
          <WriteButton onClick={making.open} blocked={isFull}>
            New key
          </WriteButton>
        }
      />
      <Stack>
        {isClosed && (
          <Alert color="yellow" role="status">
            Keys open the API with a paid plan. On the free plan the API refuses them.
          </Alert>
        )}
        <KeysTable query={keys} onRevoke={setPrefix} />
        <UseAKey />
      </Stack>
      {making.isOpen && known === undefined && <NewKeyDialog onRevoke={setPrefix} onClose={making.close} />}
      {known !== undefined && (
        <RevokeKey
          known={known}
          who="A program that uses it"
          revoke={(client, revoked) => client.keys.revoke.mutate({ prefix: revoked })}
          onClose={() => setPrefix(undefined)}
        />
      )}
    </>
  );
}

type AccountKey = RouterOutputs['dashboard']['keys']['list']['keys'][number];

type Props = { query: Query<{ keys: readonly AccountKey[] }>; onRevoke: (prefix: string) => void };

/** All keys, those that work first. A revoked one stays, because the record names it. */
function KeysTable({ query, onRevoke }: Props) {
  return (
    <DataTable
      label="API keys"
      query={query}
      rows={query.data?.keys.toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null))}
      skeletonRows={3}
      empty={
        <EmptyState title="No key yet">
          With a key your programs read the events of this account, and manage its sites, groups and their keys.
        </EmptyState>
      }
      keyOf={({ prefix }) => prefix}
      columns={[
        {
          head: 'Name',
          isTitle: true,
          className: classes.text,
          cell: ({ name, access }) => (
            <>
              {name === null ? <span className={classes.none}>no name</span> : <bdi>{name}</bdi>}{' '}
              <AccessBadge access={access} />
            </>
          ),
        },
        { head: 'Prefix', className: classes.code, cell: ({ prefix }) => prefix },
        {
          head: 'Made by',
          className: classes.text,
          cell: ({ created_by: by }) => (by === null ? '–' : <WrappingText value={by} />),
        },
        madeColumn('Made'),
        lastUsedColumn,
        lastRefusedColumn,
      ]}
      actions={(key) => <RevokeInRow known={key} onRevoke={onRevoke} />}
    />
  );
}
