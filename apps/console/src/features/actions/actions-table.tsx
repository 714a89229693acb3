'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { failureOf } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { Count } from '../../ui/count.tsx';
import { countedPage } from '../../ui/counted.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pager, usePage } from '../../ui/pager.tsx';
import { useLasting } from '../../ui/use-lasting.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import { ActionsFilters } from './actions-filters.tsx';
import { ActionRows } from './action-rows.tsx';
import classes from './actions.module.css';
import { filtersOf, pageSize, questionOf } from './filters.ts';
import { NoActions } from './no-actions.tsx';
import { useAccount } from './use-account.ts';

const none = { actions: [], next_cursor: '' };
const names = { one: 'action', many: 'actions' };

/** The record of actions with its filters, newest first, page by page; with `accountId` that of one account, also of a deleted one. All else is in the URL. */
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
    trpc.admin.actions.list.queryOptions(questionOf(filters, account, cursor), {
      enabled: isAskable,
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    }),
  );
  const isUnnamed = !isAskable && !named.isPending;
  const isUnknown = isUnnamed || (error !== null && failureOf(error).status === 404);
  const shown = isUnnamed ? none : isAskable ? data : undefined;
  const isWaiting = useLasting(isPlaceholderData);
  const count =
    shown === undefined
      ? ''
      : countedPage(names, { page, size: pageSize, shown: shown.actions.length, more: shown.next_cursor !== '' });

  return (
    <>
      <ActionsFilters filters={filters} account={accountId === undefined ? named : undefined} />
      <Count
        text={isUnknown ? '0 actions' : count}
        of={JSON.stringify([filters, cursor])}
        isOld={isPlaceholderData && !isUnknown}
        isWaiting={isWaiting && !isUnknown}
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
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <ActionRows
          rows={shown?.actions}
          isOld={isPlaceholderData}
          isWaiting={isWaiting}
          hasAccounts={accountId === undefined}
        />
      )}
      <Pager what="acts" next={shown?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}
