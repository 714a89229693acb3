import type { RouterOutputs } from '@goal/client/trpc';
import { isPrefix } from '@goal/contract';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import type { Choice } from '@goal/ui/palette/choices.ts';
import { Palette, type SearchResults } from '@goal/ui/palette/palette.tsx';
import { useCommonChoices } from '@goal/ui/palette/use-common-choices.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';

import { pathOfGroupKeys } from '../../lib/paths.ts';
import { signOut } from '../../session/sign-out.ts';
import { readOnlyReason, useWhoAmI } from '../../session/who-am-i.tsx';
import { accountAt, accountChoices } from './account-choices.ts';

export function JumpPalette(props: { opened: boolean; onClose: () => void }) {
  return (
    <Palette
      label="Jump to an account, site, key, page or action"
      placeholder="E-mail, domain, key prefix, page …"
      useDefaultChoices={useDefaultChoices}
      useSearchResults={useSearchResults}
      {...props}
    />
  );
}

function useDefaultChoices(): Choice[] {
  const id = accountAt(usePathname());
  const tab = useSearchParams().get('tab');
  const { canWrite } = useWhoAmI();
  const common = useCommonChoices(signOut);
  const open = useQuery(useTRPC().admin.accounts.summary.queryOptions(id === undefined ? skipToken : { id })).data;
  const refusal = canWrite ? undefined : readOnlyReason;
  return [
    ...(id === undefined || open === undefined ? [] : accountChoices(open, tab, refusal)),
    { key: 'page-accounts', group: 'Pages', label: 'Accounts', href: '/accounts' },
    { key: 'page-attention', group: 'Pages', label: 'Attention', href: '/attention' },
    { key: 'page-plans', group: 'Pages', label: 'Plans', href: '/plans' },
    { key: 'page-actions', group: 'Pages', label: 'Actions', href: '/actions' },
    { key: 'page-health', group: 'Pages', label: 'Health', href: '/health' },
    { key: 'page-tokens', group: 'Pages', label: 'Admin tokens', href: '/tokens' },
    {
      key: 'do-create',
      group: 'Actions',
      isTransient: true,
      label: 'Create account …',
      ...(refusal === undefined ? { href: '/accounts?dialog=create' } : { hint: refusal, isRefused: true }),
    },
    ...common,
  ];
}

const maxResults = 6;
const minLength = 2;
const options = { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } } as const;

/** The accounts, sites and keys that `query` finds. One request, aborted when `query` changes. */
function useSearchResults(query: string): SearchResults {
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
