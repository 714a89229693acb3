import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';

import { type LogState, parseAddress, printAddress, withoutLost } from './address.ts';
import { type FilterName, type Narrowing, valueOf } from './filters.ts';
import { useGroupName, useSiteName } from './names.ts';

export type ChangeLog = (changes: Partial<LogState>, how?: 'push' | 'replace') => void;

/** The address is the state. A site or group that is not found is a fault; the others hold. */
export function useLogState(): { state: LogState; current: () => LogState; change: ChangeLog } {
  const params = useSearchParams();
  const given = useMemo(() => parseAddress(new URLSearchParams(params)), [params]);
  const [site, group] = [valueOf(given.filters, 'site'), valueOf(given.filters, 'group')];
  const lostSite = useSiteName(site) === null ? site : '';
  const lostGroup = useGroupName(group) === null ? group : '';
  const held = useCallback((state: LogState) => withoutLost(state, [lostSite, lostGroup]), [lostSite, lostGroup]);
  const state = useMemo(() => held(given), [held, given]);
  const current = useCallback(() => held(parseAddress(new URLSearchParams(window.location.search))), [held]);
  const change = useCallback<ChangeLog>(
    (changes, how = 'push') => {
      const { pathname, search } = window.location;
      const next = printAddress({ ...current(), ...changes });
      if (next === search) return;
      if (how === 'push') window.history.pushState(null, '', pathname + next);
      else window.history.replaceState(null, '', pathname + next);
    },
    [current],
  );
  return { state, current, change };
}

/** Changes the filters as `narrowed` does; the open event stays open. */
export type Narrow = (name: FilterName, value: string, how?: Narrowing) => void;
