import { firstPage } from '@goal/ui/field/first-page.ts';
import { useFollowedLink } from '@goal/ui/field/use-followed-link.ts';
import { type UrlChanges, useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

import { type AccountFilters, filtersOf } from './filters.ts';

/** Delay before a typed text is written into the URL, after its answer or while there is none. */
const writeDelayMs = { answered: 50, waiting: 500 };

export type Filters = {
  filters: AccountFilters;
  /** The search text is not in the URL yet, so the page in the URL belongs to another search. */
  isAhead: boolean;
  /** Searches for a text now; the URL follows later. */
  ask: (search: string) => void;
  /** Changes the URL, and writes the search text into it if it is still missing. */
  change: (changes?: UrlChanges) => void;
};

/**
 * The search text and the filters. A typed text is searched first and written into the URL after
 * its answer is rendered: a change of the URL takes the browser and the router longer than the
 * service takes to answer, and would delay the answer.
 */
export function useFilters(): Filters {
  const [params, changeUrl] = useUrlState();
  const url = filtersOf(params);
  const [typed, setTyped] = useState<string>();
  const [written, setWritten] = useState<string>();
  const [seen, setSeen] = useState(url.search);
  if (seen !== url.search) {
    setSeen(url.search);
    // Back or a link changed the URL: it replaces the typed text, unless we wrote that URL
    // ourselves.
    if (url.search !== written) setTyped(undefined);
  }
  const ahead = typed === url.search ? undefined : typed;
  const change = useCallback(
    (changes: UrlChanges = {}) => {
      if (ahead === undefined) changeUrl(changes);
      else {
        setWritten(ahead);
        // Back undoes the start and the clearing of a search, but not single letters.
        changeUrl({ q: ahead, ...firstPage, ...changes }, url.search === '' || ahead === '' ? 'push' : 'replace');
      }
    },
    [ahead, changeUrl, url.search],
  );
  return {
    filters: ahead === undefined ? url : { ...url, search: ahead },
    isAhead: ahead !== undefined,
    ask: setTyped,
    change,
  };
}

/** Writes the text into the URL shortly after its answer, and at once when a link is followed. */
export function useWriting({ isAhead, change }: Pick<Filters, 'isAhead' | 'change'>, isAnswered: boolean): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isAhead) return undefined;
    timer.current = setTimeout(change, isAnswered ? writeDelayMs.answered : writeDelayMs.waiting);
    return () => clearTimeout(timer.current);
  }, [isAhead, isAnswered, change]);
  useFollowedLink(isAhead, () => {
    clearTimeout(timer.current);
    change();
  });
}
