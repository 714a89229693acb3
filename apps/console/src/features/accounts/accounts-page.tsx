'use client';

import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Count } from '@goal/ui/text/count.tsx';
import { countedPage } from '@goal/ui/text/counted-page.ts';
import { ErrorState } from '@goal/ui/state/error-state.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { useDelayed } from '@goal/ui/state/use-delayed.ts';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Code, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type RefObject, useEffect, useRef } from 'react';

import { AccountsBar } from '../account/several/accounts-bar.tsx';
import { DownloadButton } from '../files/download-button.tsx';
import { useTicked } from '../several/use-ticked.ts';
import { AccountsFilters } from './accounts-filters.tsx';
import { AccountsTable } from './accounts-table.tsx';
import { type AccountFilters, noFilters, pageSize, queryOf } from './filters.ts';
import { type Filters, useFilters, useWriting } from './use-filters.ts';
import classes from './accounts.module.css';

const CreateAccount = lateDialog(() => import('./create-account.tsx').then((module) => module.CreateAccount));
const names = { one: 'account', many: 'accounts' };

/** The accounts found for a search text; `rows` is undefined until they arrive. */
type Answer = { search: string; rows: readonly { id: string }[] | undefined };

/** All accounts: searched, filtered, page by page. A new answer re-renders the list only. */
export function AccountsPage() {
  const [params, changeUrl] = useUrlState();
  const filters = useFilters();
  const table = useRef<HTMLTableElement>(null);
  const { onEnter, onAnswer } = useOpenOnly(filters.change);
  return (
    <>
      <PageTitle
        title="Accounts"
        actions={
          <>
            <DownloadButton path="/accounts.csv" query={queryOf(filters.filters, '')} />
            <DownloadButton path="/sites.csv" query={{}} label="Download all sites" />
            <WriteButton onClick={() => filters.change({ dialog: 'create' })}>Create account</WriteButton>
          </>
        }
      />
      <AccountsFilters {...filters} table={table} onEnter={onEnter} />
      <AccountsList {...filters} table={table} onAnswer={onAnswer} />
      {params.get('dialog') === 'create' && (
        <CreateAccount onClose={() => changeUrl({ dialog: undefined }, 'replace')} />
      )}
    </>
  );
}

type ListProps = Pick<Filters, 'filters' | 'isAhead' | 'change'> & {
  table: RefObject<HTMLTableElement | null>;
  onAnswer: (answer: Answer) => void;
};

function AccountsList({ filters, isAhead, change, table, onAnswer }: ListProps) {
  const trpc = useTRPC();
  const inUrl = usePage();
  const { cursor, page } = isAhead ? { cursor: '', page: 1 } : inUrl;
  const query = queryOf(filters, cursor);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    trpc.admin.accounts.list.queryOptions(query, {
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    }),
  );
  useWriting({ isAhead, change }, error !== null || (data !== undefined && !isPlaceholderData));
  useEffect(() => onAnswer({ search: filters.search, rows: isPlaceholderData ? undefined : data?.accounts }));
  const isWaiting = useDelayed(isPlaceholderData);
  const { ticked, tick } = useTicked((data?.accounts ?? []).map(({ id }) => id));
  const count =
    data === undefined
      ? ''
      : countedPage(names, {
          page,
          size: pageSize,
          shown: data.accounts.length,
          more: data.next_cursor !== '',
          total: { count: data.count ?? 0, more: data.more ?? true },
        });
  return (
    <>
      <Count
        text={isWaiting ? '' : isPlaceholderData ? undefined : count}
        query={JSON.stringify(query)}
        className={classes.count}
      />
      {error !== null && data === undefined ? (
        <ErrorState query={{ error, refetch }} />
      ) : data?.accounts.length === 0 ? (
        <NoAccounts filters={filters} isFirstPage={cursor === ''} />
      ) : (
        <>
          <AccountsBar
            accounts={(data?.accounts ?? []).map(({ id, email }) => ({ id, name: email }))}
            ticked={ticked}
            onTick={tick}
          />
          <AccountsTable
            ref={table}
            rows={data?.accounts}
            ticked={ticked}
            onTick={tick}
            isOld={isPlaceholderData}
            isWaiting={isWaiting}
          />
        </>
      )}
      <Pager what="accounts" next={data?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}

/** Enter in the search opens the only account found, also once a late answer arrives. */
function useOpenOnly(change: Filters['change']) {
  const router = useRouter();
  const wanted = useRef<string>(undefined);
  const answer = useRef<Answer>({ search: '', rows: undefined });
  const open = (): void => {
    const { search, rows } = answer.current;
    if (wanted.current !== search || rows === undefined) return;
    wanted.current = undefined;
    const [only, second] = rows;
    if (only === undefined || second !== undefined) return;
    // Writes the search text into the URL, so that Back returns to the search.
    change();
    router.push(`/accounts/${only.id}`);
  };
  const onEnter = (text: string | undefined): void => {
    wanted.current = text;
    open();
  };
  const onAnswer = (latest: Answer): void => {
    answer.current = latest;
    open();
  };
  return { onEnter, onAnswer };
}

function NoAccounts({ filters, isFirstPage }: { filters: AccountFilters; isFirstPage: boolean }) {
  const [, change] = useUrlState();
  const asked = [
    ...(filters.search.trim() === '' ? [] : [`«${bidiIsolate(filters.search.trim())}»`]),
    ...(filters.plan === '' ? [] : [`plan ${filters.plan}`]),
    ...(filters.over === '' ? [] : ['over fair use']),
    ...(filters.reseller === '' ? [] : [filters.reseller === 'only' ? 'resellers only' : 'no resellers']),
  ];
  if (asked.length > 0 || !isFirstPage) {
    return (
      <EmptyState title={isFirstPage ? `No account matches ${asked.join(', ')}` : 'No more accounts'}>
        <p style={{ overflowWrap: 'anywhere' }}>
          The search covers e-mails, account ids, domains of sites, names and references of groups, and prefixes of
          keys. Ids and prefixes must be complete.
          {filters.sort !== 'created' && ' In this order an account appears once it is counted, within a minute.'}
        </p>
        <Button variant="default" onClick={() => change(noFilters)}>
          Clear search and filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No accounts yet">
      <p>
        Create the first one, or fill this service with examples: <Code>npm run -s goal -- demo</Code>
      </p>
      <Group justify="center">
        <WriteButton onClick={() => change({ dialog: 'create' })}>Create account</WriteButton>
      </Group>
    </EmptyState>
  );
}
