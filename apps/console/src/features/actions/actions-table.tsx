'use client';

import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Count } from '@goal/ui/text/count.tsx';
import { countedPage } from '@goal/ui/text/counted-page.ts';
import { ErrorState } from '@goal/ui/state/error-state.tsx';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { useDelayed } from '@goal/ui/state/use-delayed.ts';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { DownloadButton } from '../files/download-button.tsx';
import { ActionsFilters } from './actions-filters.tsx';
import { ActionRows } from './action-rows.tsx';
import { type ActionFilters, filtersOf, noFilters, pageSize, queryOf } from './filters.ts';
import { useAccount } from './use-account.ts';
import classes from './actions.module.css';

const none = { actions: [], next_cursor: '' };
const names = { one: 'action', many: 'actions' };

/** With `accountId` it shows the record of one account, which may be deleted. */
export function ActionsTable({ accountId }: { accountId?: string }) {
  const trpc = useTRPC();
  const [params] = useUrlState();
  const { cursor, page } = usePage();
  const given = filtersOf(params);
  const filters = accountId === undefined ? given : { ...given, account: accountId };
  const named = useAccount(accountId === undefined ? given.account : '');
  const account = accountId ?? named.id;
  const isAskable = filters.account.trim() === '' || account !== undefined;
  const { data, error, isPlaceholderData, refetch } = useQuery(
    trpc.admin.actions.list.queryOptions(queryOf(filters, account, cursor), {
      enabled: isAskable,
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    }),
  );
  const isUnnamed = !isAskable && !named.isPending;
  const isUnknown = isUnnamed || isNotFound(error);
  const shown = isUnnamed ? none : isAskable ? data : undefined;
  const isWaiting = useDelayed(isPlaceholderData);
  const count =
    shown === undefined
      ? ''
      : countedPage(names, { page, size: pageSize, shown: shown.actions.length, more: shown.next_cursor !== '' });

  return (
    <>
      <ActionsFilters filters={filters} account={accountId === undefined ? named : undefined} />
      {isAskable && (
        <Group justify="flex-end">
          <DownloadButton path="/actions.csv" query={queryOf(filters, account, '')} />
        </Group>
      )}
      <Count
        text={isUnknown ? '0 actions' : isWaiting ? '' : isPlaceholderData ? undefined : count}
        query={JSON.stringify([filters, cursor])}
        className={classes.count}
      />
      {isUnknown || shown?.actions.length === 0 ? (
        <NoActions
          filters={filters}
          missing={isUnnamed ? 'name' : isUnknown ? 'account' : undefined}
          isOfAccount={accountId !== undefined}
          page={page}
        />
      ) : error !== null && data === undefined ? (
        <ErrorState query={{ error, refetch }} />
      ) : (
        <ActionRows
          rows={shown?.actions}
          isOld={isPlaceholderData}
          isWaiting={isWaiting}
          hasAccounts={accountId === undefined}
        />
      )}
      <Pager what="actions" next={shown?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}

type Props = {
  filters: ActionFilters;
  /** Why no account is found: the text names none, or the account never existed. */
  missing: 'name' | 'account' | undefined;
  isOfAccount: boolean;
  page: number;
};

function NoActions({ filters, missing, isOfAccount, page }: Props) {
  const [, change] = useUrlState();
  const { account, ...others } = filters;
  const isFiltered = Object.values(others).some((value) => value !== '') || (!isOfAccount && account !== '');
  const clear = isFiltered || page > 1;
  return (
    <EmptyState title={titleOf(clear, missing)}>
      {clear ? (
        <Button variant="default" onClick={() => change(noFilters)}>
          Clear filters
        </Button>
      ) : (
        <p>Every change by operators, customers&apos; keys, payments and the command line is recorded here.</p>
      )}
    </EmptyState>
  );
}

function titleOf(isFiltered: boolean, missing: Props['missing']): string {
  if (missing === 'name') return 'Which account? Give its whole e-mail or its id';
  if (missing === 'account') return 'No such account, not even a deleted one';
  return isFiltered ? 'No action matches' : 'No actions yet';
}
