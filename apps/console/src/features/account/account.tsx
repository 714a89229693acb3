'use client';

import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Badge, Skeleton, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';

import classes from './account.module.css';
import { AccountDialogs } from './dialogs.tsx';
import { useDialog } from './use-dialog.ts';

// Each tab loads its own code, so that the list of sites does not wait for the charts. The server
// already names the files in the page. The content of a tab has no margin at the top, so that it
// appears exactly where the skeleton was.
const Loading = () => <SkeletonBox height="30rem" />;
const Overview = dynamic(() => import('./overview/overview.tsx').then((module) => module.Overview), {
  loading: Loading,
});
const SitesTab = dynamic(() => import('./sites/sites-tab.tsx').then((module) => module.SitesTab), {
  loading: Loading,
});
const GroupsTab = dynamic(() => import('./groups/groups-tab.tsx').then((module) => module.GroupsTab), {
  loading: Loading,
});
const KeysTab = dynamic(() => import('./keys/keys-tab.tsx').then((module) => module.KeysTab), {
  loading: Loading,
});
const PeopleTab = dynamic(() => import('./people/people-tab.tsx').then((module) => module.PeopleTab), {
  loading: Loading,
});
const StreamsTab = dynamic(() => import('./streams/streams-tab.tsx').then((module) => module.StreamsTab), {
  loading: Loading,
});
const HoldsTab = dynamic(() => import('./holds/holds-tab.tsx').then((module) => module.HoldsTab), {
  loading: Loading,
});
const Record = dynamic(() => import('../actions/actions-table.tsx').then((module) => module.ActionsTable), {
  loading: Loading,
});

const tabs = [
  { value: 'overview', label: 'Overview', Part: Overview },
  { value: 'sites', label: 'Sites', Part: SitesTab },
  { value: 'groups', label: 'Groups', Part: GroupsTab },
  { value: 'keys', label: 'Keys', Part: KeysTab },
  { value: 'people', label: 'People', Part: PeopleTab },
  { value: 'streams', label: 'Streams', Part: StreamsTab },
  { value: 'holds', label: 'Legal holds', Part: HoldsTab },
  { value: 'record', label: 'Record', Part: ({ id }: { id: string }) => <Record accountId={id} /> },
] as const;

export function Account({ id }: { id: string }) {
  const trpc = useTRPC();
  const summary = useQuery(trpc.admin.accounts.summary.queryOptions({ id }));
  const [params] = useUrlState();
  const tab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'overview';
  if (isNotFound(summary.error)) return <NoSuchAccount id={id} />;
  return (
    <>
      <Heading id={id} />
      <Tabs value={tab} onChange={toTab} keepMounted={false} classNames={{ tab: classes.tab ?? '' }}>
        <Tabs.List aria-label="Parts of this account">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Part }) => (
          <Tabs.Panel key={value} value={value} {...(value === 'overview' ? {} : { pt: 'md' })}>
            <Part id={id} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {summary.data !== undefined && <AccountDialogs account={summary.data} />}
    </>
  );
}

/** Opens a tab without the filters and the page of the previous one. */
function toTab(tab: string | null): void {
  const { pathname } = window.location;
  window.history.pushState(null, '', tab === null || tab === 'overview' ? pathname : `${pathname}?tab=${tab}`);
}

function Heading({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.admin.accounts.summary.queryOptions({ id }));
  const { open } = useDialog();
  const blocked = data === undefined && error !== null ? 'The account could not be loaded' : undefined;
  const actions = (
    <>
      <WriteButton variant="default" size="xs" blocked={blocked} onClick={() => open('email')}>
        Change e-mail or name
      </WriteButton>
      <WriteButton variant="default" size="xs" blocked={blocked} onClick={() => open('plan')}>
        Change plan
      </WriteButton>
      <WriteButton variant="outline" color="red" size="xs" blocked={blocked} onClick={() => open('delete')}>
        Delete account
      </WriteButton>
    </>
  );
  const badges =
    data === undefined ? (
      error === null && <Skeleton width="4rem" height="1.25rem" radius="xl" />
    ) : (
      <>
        <Badge variant="light" tt="none">
          {data.plan}
        </Badge>
        {data.is_reseller && (
          <Badge variant="light" color="grape" tt="none">
            Reseller
          </Badge>
        )}
      </>
    );
  return (
    <>
      <PageTitle title={data?.email ?? 'Account'} badge={badges} actions={actions} />
      <div className={classes.about}>
        {typeof data?.name === 'string' && (
          <Text span size="sm" fw={600} className={classes.accountName}>
            <bdi>{data.name}</bdi>
          </Text>
        )}
        <span className={classes.id}>
          <Text span size="sm" c="dimmed" className={classes.idText} title={id}>
            Account {id}
          </Text>
          <CopyButton value={id} what="account id" />
        </span>
        {data === undefined ? (
          <Skeleton width="9rem" height="1.3rem" />
        ) : (
          <Text span size="sm" c="dimmed">
            Since <Time value={data.created_at} as="day" focusable />
          </Text>
        )}
      </div>
    </>
  );
}

function NoSuchAccount({ id }: { id: string }) {
  return (
    <>
      <PageTitle title="No such account" />
      <EmptyState title={`The account ${id} does not exist, or it was deleted.`}>
        If it was deleted, its actions are still in{' '}
        <TextLink href={`/actions?account=${encodeURIComponent(id)}`}>the record of this id</TextLink>. All others are
        in the list of <TextLink href="/accounts">accounts</TextLink>.
      </EmptyState>
    </>
  );
}
