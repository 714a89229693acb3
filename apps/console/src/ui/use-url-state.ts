'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

export type UrlChanges = Readonly<Record<string, string | undefined>>;

/**
 * The page's state as the URL has it, and how to change parts of it: an empty text or undefined takes a parameter out. `push` is a step that
 * Back undoes, `replace` is none. Only the URL changes: the server is not asked for the page again.
 */
export function useUrlState(): [URLSearchParams, (changes: UrlChanges, how?: 'push' | 'replace') => void] {
  const params = useSearchParams();
  const change = useCallback((changes: UrlChanges, how: 'push' | 'replace' = 'push') => {
    const { search, pathname } = window.location;
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    const query = next.size === 0 ? '' : `?${next}`;
    if (query === search) return;
    if (how === 'push') window.history.pushState(null, '', pathname + query);
    else window.history.replaceState(null, '', pathname + query);
  }, []);
  return [params, change];
}
