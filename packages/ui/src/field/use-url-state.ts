import { useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

export type UrlChanges = Readonly<Record<string, string | undefined>>;

/**
 * The query parameters of the URL, and a function that changes some of them; an empty string or
 * undefined removes one. `push` adds a history entry that Back undoes, `replace` does not. The page
 * is not requested again.
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
