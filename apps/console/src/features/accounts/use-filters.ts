'use client';

import { useCallback, useEffect, useState } from 'react';

import { firstPage } from '../../ui/first-page.ts';
import { type UrlChanges, useUrlState } from '../../ui/use-url-state.ts';
import { type AccountFilters, filtersOf } from './filters.ts';

/** Milliseconds after which a text stands in the URL: from its answer, and from the typing where none has come. */
const pause = { answered: 50, waiting: 500 };

export type Filters = {
  filters: AccountFilters;
  /** The text of the filters is not in the URL yet: what else the URL says of the page is not theirs. */
  isAhead: boolean;
  /** Asks for a text now; the URL follows. */
  ask: (search: string) => void;
  /** Changes the URL, with the text that it may still lack. */
  change: (changes?: UrlChanges) => void;
};

/**
 * The filters that the URL says. A text that was typed is asked for first and written into the URL after its answer was drawn: the browser and the
 * router take longer over a new address than the service over its answer, and would hold that up.
 */
export function useFilters(): Filters {
  const [params, changeUrl] = useUrlState();
  const url = filtersOf(params);
  const [typed, setTyped] = useState<string>();
  const [written, setWritten] = useState<string>();
  const [seen, setSeen] = useState(url.search);
  if (seen !== url.search) {
    setSeen(url.search);
    // Back, or a link: it goes before what was typed until then. What we wrote ourselves does not.
    if (url.search !== written) setTyped(undefined);
  }
  const ahead = typed === url.search ? undefined : typed;
  const change = useCallback(
    (changes: UrlChanges = {}) => {
      if (ahead === undefined) changeUrl(changes);
      else {
        setWritten(ahead);
        // To begin and to clear are steps that Back undoes; the letters between are none.
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

/** Writes the text that the URL lacks, a moment after its answer is there, or failed. */
export function useWriting({ isAhead, change }: Pick<Filters, 'isAhead' | 'change'>, isAnswered: boolean): void {
  useEffect(() => {
    if (!isAhead) return undefined;
    const timer = setTimeout(change, isAnswered ? pause.answered : pause.waiting);
    return () => clearTimeout(timer);
  }, [isAhead, isAnswered, change]);
}
