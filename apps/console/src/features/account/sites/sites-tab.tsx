import { choicesOf } from '@goal/ui/field/choices-of.ts';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { Count } from '@goal/ui/text/count.tsx';
import { countedPage } from '@goal/ui/text/counted-page.ts';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { firstPage } from '@goal/ui/field/first-page.ts';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { SearchField } from '@goal/ui/field/search-field.tsx';
import { SegmentedControl } from '@goal/ui/field/segmented-control.tsx';
import { useDelayed } from '@goal/ui/state/use-delayed.ts';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { Time } from '@goal/ui/text/time.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { DownloadButton } from '../../files/download-button.tsx';
import { type SiteFilters, siteFiltersOf, siteQueryOf } from './site-filters.ts';
import { SitesTable } from './sites-table.tsx';
import { useDialog } from '../use-dialog.ts';
import { useActivateSites } from './use-activate-sites.ts';
import classes from '../account.module.css';

const names = { one: 'site', many: 'sites' };
const size = 50;
const statusOptions = choicesOf({ all: 'All', active: 'Active', paused: 'Paused', revoked: 'Revoked' });

export function SitesTab({ id }: { id: string }) {
  const trpc = useTRPC();
  const [params] = useUrlState();
  const { cursor, page } = usePage();
  const filters = siteFiltersOf(params);
  const list = useQuery(
    trpc.admin.accounts.sites.list.queryOptions(
      { id, limit: size, ...siteQueryOf(filters), ...(cursor === '' ? {} : { cursor }) },
      { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
    ),
  );
  const { data, isPlaceholderData } = list;
  // The notice above the rows depends on the account: both appear together, so that no row moves.
  const isReady = !useQuery(trpc.admin.accounts.summary.queryOptions({ id })).isPending && data !== undefined;
  const more = data !== undefined && data.next_cursor !== '';
  const isEmpty = data?.sites.length === 0 && !more;
  const isWaiting = useDelayed(isPlaceholderData);
  const count = data === undefined ? '' : countedPage(names, { page, size, shown: data.sites.length, more });
  return (
    <>
      <Toolbar id={id} filters={filters} isFirst={isEmpty && isUnfiltered(filters)} />
      {isReady && <LastDowngrade id={id} />}
      {filters.group !== '' && <InGroup id={id} group={filters.group} />}
      <Count
        text={isWaiting ? '' : isPlaceholderData ? undefined : count}
        query={JSON.stringify([filters, cursor])}
        mb="xs"
        className={classes.count}
      />
      {isEmpty ? (
        <NoSites filters={filters} isFirstPage={cursor === ''} />
      ) : (
        <SitesTable key={isReady ? 'sites' : 'waiting'} id={id} query={list} sites={isReady ? data.sites : undefined} />
      )}
      <Pager what="sites" next={data?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}

const isUnfiltered = ({ q, status, group }: SiteFilters): boolean => q === '' && status === '' && group === '';

function InGroup({ id, group }: { id: string; group: string }) {
  const [, change] = useUrlState();
  const groups = useQuery(
    useTRPC().admin.accounts.groups.list.queryOptions({ id, limit: 200 }, { staleTime: 300_000 }),
  );
  const name = groups.data?.groups.find((one) => one.id === group)?.name;
  return (
    <Group gap="xs" mb="xs">
      <Text size="sm">
        In the group <bdi>{name === undefined ? group : `«${name}»`}</bdi>
      </Text>
      <Button variant="default" size="compact-sm" onClick={() => change({ group: undefined, ...firstPage })}>
        Show all sites
      </Button>
    </Group>
  );
}

function Toolbar({ id, filters, isFirst }: { id: string; filters: SiteFilters; isFirst: boolean }) {
  const [, change] = useUrlState();
  const { open } = useDialog();
  return (
    <search className={classes.toolbar}>
      <SearchField
        q={filters.q}
        className={classes.search}
        label="Search the sites"
        placeholder="Part of the domain or name, or a site id"
      />
      <SegmentedControl
        label="Status"
        options={statusOptions}
        value={filters.status === '' ? 'all' : filters.status}
        onChange={(status) => change({ status: status === 'all' ? undefined : status, ...firstPage })}
      />
      <span className={classes.toolbarEnd}>
        <DownloadButton path={`/accounts/${id}/sites.csv`} query={siteQueryOf(filters)} />
        <WriteButton onClick={() => open('site')}>
          {isFirst ? 'Register the first site' : 'Register a site'}
        </WriteButton>
      </span>
    </search>
  );
}

function NoSites({ filters, isFirstPage }: { filters: SiteFilters; isFirstPage: boolean }) {
  const { q, status, group } = filters;
  if (!isFirstPage) return <EmptyState title="No more sites">Go back to the first page.</EmptyState>;
  if (isUnfiltered(filters))
    return (
      <EmptyState title="No sites yet">
        Register the first one above. Its key is shown once, with a command that sends a first event.
      </EmptyState>
    );
  return (
    <EmptyState
      title={`No ${status === '' ? '' : `${status} `}site${q === '' ? '' : ` with «${bidiIsolate(q)}»`}${group === '' ? '' : ' in this group'}`}
    >
      {q === '' && status === ''
        ? 'The customer adds sites to it with an account key.'
        : 'Search for another part of the domain or name, or for any status.'}
    </EmptyState>
  );
}

/** Offers it while any of those sites is still paused. */
function LastDowngrade({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().admin.accounts.summary.queryOptions({ id }));
  const { isBusy, activateLastDowngrade } = useActivateSites(id);
  const last = data?.last_downgrade ?? null;
  if (last === null) return null;
  const { at, sites_paused: paused, sites_that_fit: fit } = last;
  return (
    <Alert color="orange" className={classes.lastDowngrade ?? ''}>
      <Group gap="sm" justify="space-between">
        <Text size="sm">
          The last downgrade, <Time value={at} as="ago" />, paused {countOf(paused, 'site')} that{' '}
          {paused === 1 ? 'is' : 'are'} still paused.
          {fit === 0 && ' The plan has no room for another site.'}
          {fit > 0 && fit < paused && ` The plan has room for ${formatNumber(fit)} of them, the newest.`}
        </Text>
        <WriteButton
          size="xs"
          loading={isBusy}
          blocked={fit === 0 ? 'The plan has no room for another site' : undefined}
          onClick={activateLastDowngrade}
        >
          {fit < paused && fit > 0
            ? `Activate the newest ${formatNumber(fit)}`
            : `Activate ${paused === 1 ? 'it' : `all ${formatNumber(paused)}`}`}
        </WriteButton>
      </Group>
    </Alert>
  );
}
