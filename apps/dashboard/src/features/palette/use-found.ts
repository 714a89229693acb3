import type { SearchResults } from '@goal/ui/palette/palette.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';

import { useAccount } from '../account/use-account.ts';
import { foundChoices } from './choices.ts';

const maxResults = 6;
const minLength = 2;
const options = { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } } as const;
const nothing: SearchResults = { choices: [], isSearching: false, error: null };

/** The sites and groups of the account that `q` finds, a few of each. Aborted when `q` changes. */
export function useFound(q: string): SearchResults {
  const { dashboard } = useTRPC();
  const { data: account } = useAccount();
  const isAsked = q.length >= minLength;
  const input = isAsked ? { q, limit: maxResults } : skipToken;
  const sites = useQuery(dashboard.sites.list.queryOptions(input, options));
  const groups = useQuery(dashboard.groups.names.queryOptions(input, options));
  if (!isAsked || account === undefined) return nothing;
  return {
    choices: foundChoices(account, { sites: sites.data?.sites ?? [], groups: groups.data?.groups ?? [] }),
    isSearching: [sites, groups].some(({ isFetching, isPlaceholderData }) => isFetching || isPlaceholderData),
    error: sites.error ?? groups.error,
  };
}

export const useNoSearch = (): SearchResults => nothing;
