'use client';

import type { MemberGroup } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { DeleteCard } from '@goal/ui/dialog/delete-card.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { Link, TextLink } from '@goal/ui/page/link.tsx';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { NotThere } from '@goal/ui/page/not-there.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useState } from 'react';

import { pathOfGroups, pathOfLog, pathOfReport, pathOfSites } from '../../lib/paths.ts';
import { mayChangeSites, mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { SitesTable } from '../sites/sites-table.tsx';
import { GroupKeys } from './group-keys.tsx';
import { GroupMembers } from './group-members.tsx';

const { Part: Charts } = latePart(() => import('../usage/charts.tsx').then((module) => module.Charts), {
  loading: <SkeletonBox height="40rem" />,
});
const DeleteGroupDialog = lateDialog(() =>
  import('./delete-group-dialog.tsx').then((module) => module.DeleteGroupDialog),
);
const ChangeGroupDialog = lateDialog(() => import('./group-dialog.tsx').then((module) => module.ChangeGroupDialog));

export function GroupPage() {
  const { id: accountId, group: id } = useParams<{ id: string; group: string }>();
  const { data: account } = useAccount();
  const [isChanging, setChanging] = useState(false);
  const group = useQuery(useTRPC().dashboard.groups.get.queryOptions({ id }));
  const isManager = account !== undefined && mayManage(account);
  if (group.data === undefined || isNotFound(group.error))
    return (
      <NotThere
        title="Group"
        query={group}
        what="This group"
        list={{ name: 'groups', href: pathOfGroups(accountId) }}
      />
    );
  return (
    <>
      <PageTitle
        title={group.data.name}
        actions={
          <>
            <Button component={Link} href={pathOfLog(accountId, { group: id })} variant="default">
              Open the log
            </Button>
            <Button component={Link} href={pathOfReport(accountId, { group: id })} variant="default">
              Report
            </Button>
            {isManager && (
              <Button variant="default" onClick={() => setChanging(true)}>
                Change
              </Button>
            )}
          </>
        }
      />
      <Stack>
        <Figures group={group.data} />
        <Sites
          id={id}
          accountId={accountId}
          mayChange={account !== undefined && mayChangeSites(account)}
          keysLimit={account?.limits.keys_per_site ?? -1}
        />
        <Charts accountId={accountId} of={{ group_id: id }} />
        {isManager && (
          <>
            <GroupMembers group={group.data} accountId={accountId} />
            <GroupKeys group={group.data} />
            <DeleteCard
              action="Delete the group"
              about="Its sites stay, with their events, in no group."
              dialog={(onClose) => <DeleteGroupDialog group={group.data} accountId={accountId} onClose={onClose} />}
            />
          </>
        )}
      </Stack>
      {isChanging && <ChangeGroupDialog group={group.data} onClose={() => setChanging(false)} />}
    </>
  );
}

function Figures({ group }: { group: MemberGroup }) {
  return (
    <Card title="Facts">
      <FactList
        facts={[
          ['Events today', `${formatNumber(group.events_today)} (UTC)`],
          ['Silent sites', group.silent_sites === 0 ? 'none' : formatNumber(group.silent_sites)],
          ...(group.external_ref === null ? [] : [['Reference', <bdi key="ref">{group.external_ref}</bdi>] as const]),
          ['Made', <Time key="made" value={group.created_at} as="day" focusable />],
        ]}
      />
    </Card>
  );
}

const size = 25;

type SitesProps = { id: string; accountId: string; mayChange: boolean; keysLimit: number };

function Sites({ id, accountId, mayChange, keysLimit }: SitesProps) {
  const query = useQuery(useTRPC().dashboard.sites.list.queryOptions({ group_id: id, limit: size }));
  const { data } = query;
  return (
    <Card title="Sites">
      <SitesTable
        query={query}
        empty={
          <EmptyState title="No sites in this group">
            {mayChange && 'Choose sites in the list of sites, and move them here.'}
          </EmptyState>
        }
        mayChange={mayChange}
        keysLimit={keysLimit}
        hasGroups={false}
      />
      {data !== undefined && (
        <TextLink href={`${pathOfSites(accountId)}?group=${id}`} size="sm" mt="xs" display="inline-block">
          {data.next_cursor === '' ? 'In the list of sites' : 'All sites of the group'}
        </TextLink>
      )}
    </Card>
  );
}
