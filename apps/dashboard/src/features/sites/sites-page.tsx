'use client';

import { noGroup, siteHealths, siteStatuses } from '@goal/contract';
import { firstPage } from '@goal/ui/field/first-page.ts';
import { SearchField } from '@goal/ui/field/search-field.tsx';
import { Count } from '@goal/ui/text/count.tsx';
import { countedPage } from '@goal/ui/text/counted-page.ts';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Badge, Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';

import { newSiteDialog } from '../../lib/paths.ts';
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts';
import { GroupSelect } from '../account/group-select.tsx';
import { mayChangeSites, mayManage, reachesAll } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { healthNames } from './health.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { isFiltered, noSiteFilters, type SiteFilters, siteFiltersOf, siteQueryOf } from './site-filters.ts';
import { SitesTable } from './sites-table.tsx';
import { useChosen } from './use-chosen.ts';
import { useDrag } from './use-drag.ts';
import classes from './sites.module.css';

const NewSiteDialog = lateDialog(() => import('./new-site-dialog.tsx').then((module) => module.NewSiteDialog));
const { Part: DropGroups } = latePart(() => import('./drop-groups.tsx').then((module) => module.DropGroups), {
  frame: PlacesFrame,
});

const names = { one: 'site', many: 'sites' };
const size = 50;

export function SitesPage() {
  const [params] = useUrlState();
  const { data: account } = useAccount();
  const adding = useDialogInAddress(newSiteDialog);
  const filters = siteFiltersOf(params);
  const isEditor = account !== undefined && mayChangeSites(account);
  return (
    <>
      <PageTitle
        title="Sites"
        count={account === undefined ? undefined : <ActiveSites account={account} />}
        actions={isEditor ? <Button onClick={adding.open}>Add site</Button> : undefined}
      />
      <SitesToolbar filters={filters} hasGroups={account !== undefined && reachesAll(account)} />
      <SitesList filters={filters} account={account} />
      {adding.isOpen && isEditor && <NewSiteDialog account={account} onClose={adding.close} />}
    </>
  );
}

type Account = NonNullable<ReturnType<typeof useAccount>['data']>;

/** «14 of 25 active», or the figure alone where the limit is the account's and not the group's. */
function ActiveSites({ account: { group, usage, limits } }: { account: Account }) {
  const active =
    group !== null ? 'active' : limits.sites < 0 ? 'active, unlimited' : `of ${formatNumber(limits.sites)} active`;
  return (
    <Badge variant="light" tt="none">
      {`${formatNumber(usage.sites_active)} ${active}`}
    </Badge>
  );
}

type ListProps = { filters: SiteFilters; account: Account | undefined };

function SitesList({ filters, account }: ListProps) {
  const { cursor, page } = usePage();
  const choice = useChosen();
  const drag = useDrag(choice);
  const { list } = useTRPC().dashboard.sites;
  const listOf = (asked: SiteFilters) =>
    list.queryOptions(siteQueryOf(asked, { limit: size, cursor }), {
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    });
  const chosen = useQuery(listOf(filters));
  // The field says that the group is not found; the other filters hold.
  const isGroupLost = filters.group !== '' && isNotFound(chosen.error);
  const others = useQuery({ ...listOf({ ...filters, group: '' }), enabled: isGroupLost });
  const query = isGroupLost ? others : chosen;
  const { data, isPlaceholderData: isOld } = query;
  const count =
    data === undefined
      ? ''
      : isOld
        ? undefined
        : countedPage(names, { page, size, shown: data.sites.length, more: data.next_cursor !== '' });
  const mayChange = account !== undefined && mayChangeSites(account);
  const mayMove = account !== undefined && mayManage(account);
  return (
    <>
      <Count text={count} query={JSON.stringify([filters, cursor])} mb="xs" />
      {mayMove && data !== undefined && data.sites.length > 0 && <SelectionBar sites={data.sites} choice={choice} />}
      <SitesTable
        query={query}
        empty={<NoSites isChosen={isFiltered(filters)} mayAdd={mayChange} />}
        mayChange={mayChange}
        keysLimit={account?.limits.keys_per_site ?? -1}
        choice={mayMove ? choice : undefined}
        drag={mayMove ? drag : undefined}
        hasGroups={account === undefined || reachesAll(account)}
      />
      {drag.sites.length > 0 && <DropGroups {...drag} />}
      <Pager what="sites" next={data?.next_cursor} isOld={isOld} />
    </>
  );
}

/** Where the groups to drop on will be, out of the way of the rows that are dragged. */
function PlacesFrame({ children }: PropsWithChildren) {
  return children === null ? null : <div className={classes.places}>{children}</div>;
}

function NoSites({ isChosen, mayAdd }: { isChosen: boolean; mayAdd: boolean }) {
  const [, change] = useUrlState();
  if (isChosen)
    return (
      <EmptyState title="No site fits this choice">
        <Button variant="default" size="xs" onClick={() => change(noSiteFilters)}>
          Show all sites
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState title="No sites yet">
      {mayAdd
        ? 'Add the first one: its page leads to the first event in a minute.'
        : 'Owners and admins add sites. What you may see appears here.'}
    </EmptyState>
  );
}

function SitesToolbar({ filters, hasGroups }: { filters: SiteFilters; hasGroups: boolean }) {
  const [, change] = useUrlState();
  const { q, health, status, group } = filters;
  return (
    <search className={classes.filters}>
      <SearchField q={q} label="Search the sites" placeholder="Part of the domain or name" />
      <NativeSelect
        label="Health"
        value={health}
        onChange={(event) => change({ health: event.currentTarget.value, ...firstPage })}
        data={[{ value: '', label: 'Any' }, ...siteHealths.map((value) => ({ value, label: healthNames[value] }))]}
      />
      <NativeSelect
        label="Status"
        value={status}
        onChange={(event) => change({ status: event.currentTarget.value, ...firstPage })}
        data={[{ value: '', label: 'Any' }, ...siteStatuses]}
      />
      {/* A link may name a group to somebody who has no choice of them. */}
      {(hasGroups || group !== '') && (
        <GroupSelect
          label="Group"
          value={group}
          onChange={(value) => change({ group: value, ...firstPage })}
          first={[
            { value: '', label: 'Any' },
            { value: noGroup, label: 'No group' },
          ]}
        />
      )}
    </search>
  );
}
