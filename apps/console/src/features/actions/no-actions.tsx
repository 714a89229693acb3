'use client';

import { Button } from '@mantine/core';

import { EmptyState } from '../../ui/empty-state.tsx';
import { useUrlState } from '../../ui/use-url-state.ts';
import { type ActionFilters, noFilters } from './filters.ts';

type Props = {
  filters: ActionFilters;
  /** The account that is asked for: it is not named by what was typed, or it is none. */
  missing: 'name' | 'account' | undefined;
  isOfAccount: boolean;
  page: number;
};

/** An empty record: because nothing fits, or because nobody has done anything yet. */
export function NoActions({ filters, missing, isOfAccount, page }: Props) {
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
        <p>Whatever operators, customers&apos; keys, payments and the command line change is written down here.</p>
      )}
    </EmptyState>
  );
}

function titleOf(isFiltered: boolean, missing: Props['missing']): string {
  if (missing === 'name') return 'Which account? Give its whole e-mail or its id';
  if (missing === 'account') return 'No such account, now or before';
  return isFiltered ? 'Nothing was done that fits' : 'Nothing was done yet';
}
