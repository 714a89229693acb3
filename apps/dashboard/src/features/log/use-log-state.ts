'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';

import { type LogState, parseAddress, printAddress } from './address.ts';
import type { FilterName, Narrowing } from './filters.ts';

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

/** Changes the filters as `narrowed` does; the open event stays open. */
export type Narrow = (name: FilterName, value: string, how?: Narrowing) => void;
