'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';

import { type LogState, parseAddress, printAddress } from './address.ts';
import { type FilterName, type Filters, without, withoutMatches, withValue } from './filters.ts';

export type ChangeLog = (changes: Partial<LogState>, how?: 'push' | 'replace') => void;

/** The state of the page, which is its address, and the ways to change it. */
export function useLogState(): { state: LogState; change: ChangeLog } {
  const params = useSearchParams();
  const state = useMemo(() => parseAddress(new URLSearchParams(params)), [params]);
  const change = useCallback<ChangeLog>((changes, how = 'push') => {
    const { pathname, search } = window.location;
    const next = printAddress({ ...parseAddress(new URLSearchParams(search)), ...changes });
    if (next === search) return;
    if (how === 'push') window.history.pushState(null, '', pathname + next);
    else window.history.replaceState(null, '', pathname + next);
  }, []);
  return { state, change };
}

/** What a click on a value does: shows its events alone; with ⌥ all others, where the API can. */
export type Narrow = (name: FilterName, value: string, how?: { isOpposite?: boolean; site?: string }) => void;

/** Changes the filters; the open event stays open. */
export function narrowed(
  filters: Filters,
  ...[name, value, { isOpposite = false, site } = {}]: Parameters<Narrow>
): Filters {
  if (isOpposite) return withoutMatches(filters, name, value);
  const narrow = withValue(filters, name, value);
  // A person of one site is nobody on another.
  return site === undefined ? narrow : withValue(without(narrow, 'username'), 'site', site);
}
