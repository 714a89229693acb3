'use client';

import { withoutSecrets, type MemberGroup } from '@goal/contract';
import { Count } from '@goal/ui/text/count.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SearchField } from '@goal/ui/field/search-field.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { newGroupDialog } from '../../lib/paths.ts';
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts';
import { mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { GroupsTable } from './groups-table.tsx';

const NewGroupDialog = lateDialog(() => import('./group-dialog.tsx').then((module) => module.NewGroupDialog));

/** The most groups that the page shows; a search finds the others. */
const maxShown = 200;

/** The groups of the account, with what their sites send. */
export function GroupsPage({ accountId }: { accountId: string }) {
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
