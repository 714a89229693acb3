'use client';

import { type MemberGroup, withoutSecrets } from '@goal/contract';
import { LoneLink } from '@goal/ui/page/link.tsx';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { Count } from '@goal/ui/text/count.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SearchField } from '@goal/ui/field/search-field.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import type { ReactNode } from 'react';

import { newGroupDialog, pathOfGroup } from '../../lib/paths.ts';
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts';
import { mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import tables from '../table.module.css';

const NewGroupDialog = lateDialog(() => import('./group-dialog.tsx').then((module) => module.NewGroupDialog));

/** The most groups that the page shows; a search finds the others. */
const maxShown = 200;

export function GroupsPage() {
  const { id: accountId } = useParams<{ id: string }>();
  const [params] = useUrlState();
  const { data: account } = useAccount();
  const making = useDialogInAddress(newGroupDialog);
  const q = withoutSecrets(params.get('q') ?? '').trim();
  const query = useQuery(
    useTRPC().dashboard.groups.list.queryOptions(q === '' ? {} : { q }, {
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    }),
  );
  const { data, isPlaceholderData: isOld } = query;
  const isManager = account !== undefined && mayManage(account);
  return (
    <>
      <PageTitle title="Groups" actions={isManager ? <Button onClick={making.open}>New group</Button> : undefined} />
      <search>
        <SearchField q={q} label="Search the groups" placeholder="Part of the name or reference" mb="sm" />
      </search>
      <Count text={isOld ? undefined : countIn(data?.groups)} query={q} mb="xs" />
      <GroupsTable
        accountId={accountId}
        query={query}
        groups={data?.groups.slice(0, maxShown)}
        empty={
          <EmptyState title={q === '' ? 'No groups yet' : `No group with «${bidiIsolate(q)}»`}>
            {q === '' && 'A group is a folder of sites: an agency’s client can be invited to see one group alone.'}
          </EmptyState>
        }
      />
      {making.isOpen && isManager && <NewGroupDialog accountId={accountId} onClose={making.close} />}
    </>
  );
}

function countIn(groups: readonly MemberGroup[] | undefined): string {
  if (groups === undefined) return '';
  if (groups.length <= maxShown) return countOf(groups.length, 'group');
  return `The newest ${formatNumber(maxShown)} of ${countOf(groups.length, 'group')}: search for the others`;
}

type Props = { accountId: string; query: Query; groups: readonly MemberGroup[] | undefined; empty: ReactNode };

function GroupsTable({ accountId, query, groups, empty }: Props) {
  return (
    <DataTable
      label="Groups"
      query={query}
      rows={groups}
      empty={empty}
      skeletonRows={4}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Group',
          isTitle: true,
          className: tables.text,
          cell: ({ id, name, external_ref: reference }) => (
            <>
              <LoneLink href={pathOfGroup(accountId, id)} inherit>
                <bdi>{name}</bdi>
              </LoneLink>
              {reference !== null && (
                <Text size="sm" c="dimmed" fw={400}>
                  <bdi>{reference}</bdi>
                </Text>
              )}
            </>
          ),
        },
        { head: 'Sites', cell: ({ site_count: count }) => formatNumber(count) },
        { head: 'Silent', cell: ({ silent_sites: count }) => (count === 0 ? '–' : formatNumber(count)) },
        { head: 'Events today', cell: ({ events_today: count }) => formatNumber(count) },
        { head: 'Keys', cell: ({ active_key_count: count }) => formatNumber(count) },
      ]}
    />
  );
}
