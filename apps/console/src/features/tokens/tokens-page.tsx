'use client';

import { KeyStatus } from '@goal/ui/text/key-status.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { lastUsedColumn } from '@goal/ui/table/key-columns.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Code, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useWhoAmI } from '../../session/who-am-i.tsx';
import classes from './tokens.module.css';

const RevokeToken = lateDialog(() => import('./revoke-token.tsx').then((module) => module.RevokeToken));

/** The open dialog is in the URL: `?revoke=k3v9x2ab` (rulings §10.27). */
export function TokensPage() {
  const { cursor } = usePage();
  const list = useQuery(useTRPC().admin.tokens.list.queryOptions({ cursor }, { placeholderData: keepPreviousData }));
  const { data, isPlaceholderData } = list;
  const [params, change] = useUrlState();
  const { canWrite, prefix: own } = useWhoAmI();
  const open = data?.tokens.find(({ prefix }) => prefix === params.get('revoke') && prefix !== own);
  return (
    <>
      <PageTitle title="Admin tokens" />
      <Text size="sm" c="dimmed" mb="sm">
        With a token operators sign in here and call the operator API. One is made on the server:{' '}
        <Code>npm run -s goal -- admin-token create --help</Code>
      </Text>
      <DataTable
        label="Admin tokens"
        query={list}
        rows={data?.tokens}
        skeletonRows={4}
        keyOf={({ prefix }) => prefix}
        columns={[
          { head: 'Name', isTitle: true, className: classes.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { head: 'Scope', cell: ({ scope }) => scope },
          { head: 'Prefix', className: classes.prefix, cell: ({ prefix }) => prefix },
          { head: 'Created', cell: ({ created_at: at }) => <Time value={at} /> },
          lastUsedColumn,
          { head: 'Status', cell: ({ revoked_at: at }) => <KeyStatus revokedAt={at} /> },
        ]}
        actions={({ prefix, name, revoked_at: at }) =>
          at === null && (
            <RowButton
              label={`Revoke the token ${name}`}
              isRed
              blocked={prefix === own ? 'You signed in with it' : undefined}
              onClick={() => change({ revoke: prefix })}
            >
              Revoke
            </RowButton>
          )
        }
      />
      <Pager what="tokens" next={data?.next_cursor} isOld={isPlaceholderData} />
      {/* With a read-only token a link does not open the dialog. */}
      {open !== undefined && open.revoked_at === null && canWrite && (
        <RevokeToken token={open} onClose={() => change({ revoke: undefined }, 'replace')} />
      )}
    </>
  );
}
