'use client';

import { Button } from '@mantine/core';

import { EmptyState } from '../../ui/empty-state.tsx';
import { useUrlState } from '../../ui/use-url-state.ts';
import { type ActionFilters, noFilters } from './filters.ts';

type Props = { filters: ActionFilters; isUnknownAccount: boolean; isOfAccount: boolean; page: number };

/** An empty record: because nothing fits, or because nobody has done anything yet. */
export function NoActions({ filters, isUnknownAccount, isOfAccount, page }: Props) {
  const [, change] = useUrlState();
  const { account, ...others } = filters;
  const isFiltered = Object.values(others).some((value) => value !== '') || (!isOfAccount && account !== '');
  const clear = isFiltered || page > 1;
  return (
    <EmptyState title={titleOf(clear, isUnknownAccount)}>
      {clear ? (
        <Button variant="default" onClick={() => change(noFilters)}>
          Clear filters
        </Button>
      ) : (
        <p>Whatever operators, customers&apos; keys, payments and the command line change is written down here.</p>
      )}
    </EmptyState>
  );
}

function titleOf(isFiltered: boolean, isUnknownAccount: boolean): string {
  if (isUnknownAccount) return 'No such account, now or before';
  return isFiltered ? 'Nothing was done that fits' : 'Nothing was done yet';
}
