'use client';

import { withoutSecrets } from '@goal/contract';
import { Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc/trpc.ts';
import { Choice } from '../../ui/choice.tsx';
import { countedPage } from '../../ui/counted.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { firstPage } from '../../ui/first-page.ts';
import { isolated } from '../../ui/isolated.ts';
import { Pager, usePage } from '../../ui/pager.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import { WriteButton } from '../../ui/write-button.tsx';
import classes from './account.module.css';
import { type SiteFilters, siteFiltersOf, siteQuestion } from './site-filters.ts';
import { SitesTable } from './sites-table.tsx';
import { useDialog } from './use-dialog.ts';

const names = { one: 'site', many: 'sites' };
const size = 50;
const statusOptions = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'revoked', label: 'Revoked' },
] as const;

/** The account's sites with what arrives from them: searched, filtered, page by page. */
export function SitesTab({ id }: { id: string }) {
  const trpc = useTRPC();
  const [params] = useUrlState();
  const { cursor, page } = usePage();
  const filters = siteFiltersOf(params);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    trpc.admin.accounts.sites.list.queryOptions(
      { id, limit: size, ...siteQuestion(filters), ...(cursor === '' ? {} : { cursor }) },
      { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
    ),
  );
  const more = data !== undefined && data.next_cursor !== '';
  const isEmpty = data?.sites.length === 0 && !more;
  return (
    <>
      <Toolbar filters={filters} isFirst={isEmpty && filters.q === '' && filters.status === ''} />
      <Text size="sm" c="dimmed" role="status" mb="xs" className={classes.count}>
        {data && countedPage(names, { page, size, shown: data.sites.length, more })}
      </Text>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isEmpty ? (
        <NoSites filters={filters} isFirstPage={cursor === ''} />
      ) : (
        <SitesTable sites={data?.sites} isOld={isPlaceholderData} />
      )}
      <Pager what="sites" next={data?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}

function Toolbar({ filters, isFirst }: { filters: SiteFilters; isFirst: boolean }) {
  const [, change] = useUrlState();
  const { open } = useDialog();
  const search = useDraft(filters.q, (q) => change({ q, ...firstPage }, filters.q === '' ? 'push' : 'replace'));
  return (
    <search className={classes.toolbar}>
      <TextInput
        className={classes.search}
        label="Search the sites"
        placeholder="Part of the domain or name, or a site id"
        value={search.text}
        onChange={(event) => search.type(withoutSecrets(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') search.settle('');
          if (event.key === 'Enter') search.settle(search.text);
        }}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
      />
      <Choice
        label="Status"
        options={statusOptions}
        value={filters.status === '' ? 'all' : filters.status}
        onChange={(status) => change({ status: status === 'all' ? undefined : status, ...firstPage })}
      />
      <span className={classes.toolbarEnd}>
        <WriteButton onClick={() => open('site')}>
          {isFirst ? 'Register the first site' : 'Register a site'}
        </WriteButton>
      </span>
    </search>
  );
}

function NoSites({ filters: { q, status }, isFirstPage }: { filters: SiteFilters; isFirstPage: boolean }) {
  if (!isFirstPage) return <EmptyState title="No more sites">Go back to the first page.</EmptyState>;
  if (q === '' && status === '')
    return (
      <EmptyState title="No sites yet">
        Register the first one above: its key is shown once, with a command that sends a first event.
      </EmptyState>
    );
  return (
    <EmptyState title={`No ${status === '' ? '' : `${status} `}site${q === '' ? '' : ` with «${isolated(q)}»`}`}>
      Look for another part of the domain or name, or for any status.
    </EmptyState>
  );
}
