import { isPrefix } from '@goal/contract';
import type { RouterOutputs } from '@goal/client/trpc';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import type { Choice } from '@goal/ui/palette/choices.ts';
import type { SearchResults } from '@goal/ui/palette/palette.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';

import { pathOfGroupKeys } from '../../lib/paths.ts';

const maxResults = 6;
const minLength = 2;
const options = { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } } as const;

/** The accounts, sites and keys that `query` finds. One request, aborted when `query` changes. */
export function useSearchResults(query: string): SearchResults {
  const { admin } = useTRPC();
  const isAsked = query.length >= minLength;
  const accounts = useQuery(
    admin.accounts.list.queryOptions(isAsked ? { q: query, limit: maxResults } : skipToken, options),
  );
  const sites = useQuery(admin.sites.list.queryOptions(isAsked ? { q: query, limit: maxResults } : skipToken, options));
  const keys = useQuery(admin.keys.find.queryOptions(isPrefix(query) ? { prefix: query } : skipToken, options));
  if (!isAsked) return { choices: [], isSearching: false, error: null };
  const asked = isPrefix(query) ? [accounts, sites, keys] : [accounts, sites];
  return {
    choices: [
      ...(isPrefix(query) ? (keys.data?.keys ?? []) : []).map(choiceOfKey),
      ...(accounts.data?.accounts ?? []).map(choiceOfAccount),
      ...(sites.data?.sites ?? []).map(choiceOfSite),
    ],
    isSearching: asked.some(({ isFetching, isPlaceholderData }) => isFetching || isPlaceholderData),
    error: asked.find(({ isError }) => isError)?.error ?? null,
  };
}

type Account = RouterOutputs['admin']['accounts']['list']['accounts'][number];
type Site = RouterOutputs['admin']['sites']['list']['sites'][number];
type Key = RouterOutputs['admin']['keys']['find']['keys'][number];

const choiceOfAccount = ({ id, email, name, plan, is_reseller }: Account): Choice => ({
  key: `account-${id}`,
  group: 'Accounts',
  label: email,
  hint: [...(name === undefined ? [] : [bidiIsolate(name)]), plan, ...(is_reseller ? ['reseller'] : [])].join(', '),
  href: `/accounts/${id}`,
});

const choiceOfSite = ({ id, domain, email, status }: Site): Choice => ({
  key: `site-${id}`,
  group: 'Sites',
  label: domain,
  hint: status === 'active' ? email : `${status}, ${email}`,
  href: `/sites/${id}`,
});

/** The page that lists the key, with the button that revokes it. */
function pathOfKey({ kind, account_id, site_id, group_id }: Key): string {
  if (kind === 'site' && site_id !== null) return `/sites/${site_id}`;
  if (kind === 'group' && group_id !== null) return pathOfGroupKeys(account_id, group_id);
  return `/accounts/${account_id}?tab=keys`;
}

function choiceOfKey(found: Key): Choice {
  const { kind, prefix, email, domain, group_name, revoked_at } = found;
  const owner = { site: domain, account: null, group: group_name }[kind];
  return {
    key: `${kind}-key-${prefix}`,
    group: 'Keys',
    label: `${prefix}, ${revoked_at === null ? '' : 'revoked '}${kind} key`,
    hint: owner === null ? email : `${owner}, ${email}`,
    href: pathOfKey(found),
  };
}
