import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { Button } from '@mantine/core';

import { type ActionFilters, noFilters } from './filters.ts';

type Props = {
  filters: ActionFilters;
  /**
   * Why no account is found: the text names none (`name`), or the account never existed
   * (`account`).
   */
  missing: 'name' | 'account' | undefined;
  isOfAccount: boolean;
  page: number;
};

/** Shown for an empty record: nothing matches the filters, or nobody has done anything yet. */
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
