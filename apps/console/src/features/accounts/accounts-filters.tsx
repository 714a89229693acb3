import { withoutSecrets } from '@goal/contract';
import { choicesOf } from '@goal/ui/field/choices-of.ts';
import { FilterSelect } from '@goal/ui/field/filter-select.tsx';
import { firstPage } from '@goal/ui/field/first-page.ts';
import { useDraft } from '@goal/ui/field/use-draft.ts';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { Kbd, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

import { useSingleKey } from '../../lib/single-keys.ts';
import classes from './accounts.module.css';
import { PlanFilter } from './plan-filter.tsx';
import { focusRow } from './row-keys.ts';
import type { Filters } from './use-filters.ts';

type Props = Pick<Filters, 'filters' | 'isAhead' | 'ask' | 'change'> & {
  table: RefObject<HTMLTableElement | null>;
  /** Called with the text at Enter, and with undefined once it changes after that. */
  onEnter: (text: string | undefined) => void;
};

export function AccountsFilters({ filters, isAhead, ask, change, table, onEnter }: Props) {
  const [params, changeUrl] = useUrlState();
  const field = useRef<HTMLInputElement>(null);
  const { isReady, ...search } = useDraft(filters.search, ask);

  // The URL of a link may contain a whole key: this removes its secret part.
  useEffect(() => {
    const q = params.get('q');
    if (!isAhead && q !== null && q !== filters.search) changeUrl({ q: filters.search }, 'replace');
  }, [params, filters.search, isAhead, changeUrl]);
  useSingleKey('/', () => field.current?.select());

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && focusRow(table.current, 'first')) event.preventDefault();
    else if (event.key === 'Escape') search.settle('');
    else if (event.key === 'Enter') {
      search.settle(search.text);
      onEnter(search.text === '' ? undefined : search.text);
    }
  };
  return (
    <search>
      <div className={classes.filters}>
        <TextInput
          ref={field}
          disabled={!isReady}
          className={classes.search}
          label="Search"
          placeholder="E-mail, domain, group, account id or key prefix"
          value={search.text}
          onChange={(event) => {
            onEnter(undefined);
            search.type(withoutSecrets(event.currentTarget.value));
          }}
          onKeyDown={onKeyDown}
          rightSection={<Kbd size="xs">/</Kbd>}
          rightSectionPointerEvents="none"
          aria-keyshortcuts="/"
          aria-describedby="accounts-note"
          data-accounts-search
          autoComplete="off"
          spellCheck={false}
          dir="auto"
        />
        <PlanFilter value={filters.plan} onChange={(plan) => change({ plan, ...firstPage })} />
        <FilterSelect
          label="Reseller"
          value={filters.reseller}
          onChoose={(reseller) => change({ reseller, ...firstPage })}
          data={choicesOf({ '': 'All', only: 'Resellers only', none: 'No resellers' })}
        />
        <FilterSelect
          label="Fair use"
          value={filters.over}
          onChoose={(over) => change({ over, ...firstPage })}
          data={choicesOf({ '': 'All', fair_use: 'Over fair use' })}
        />
        <FilterSelect
          label="Sort by"
          value={filters.sort}
          onChoose={(sort) => change({ sort, ...firstPage })}
          data={choicesOf({ created: 'Newest first', events: 'Events this month', sites: 'Active sites' })}
        />
      </div>
      <Text id="accounts-note" size="xs" c="dimmed" className={classes.note}>
        If you paste a key, only its prefix is used: the secret does not leave this field.
      </Text>
    </search>
  );
}
