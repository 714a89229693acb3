import { bareText, isUuid, parseKnownEmail } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { skipToken, useQuery } from '@tanstack/react-query';

export type NamedAccount = {
  /** Undefined if none matches, while it loads, or for part of an e-mail. It may be deleted. */
  id: string | undefined;
  /** What the field shows: the e-mail, even if the URL has the id. */
  shown: string;
  offered: readonly string[];
  isPending: boolean;
};

const maxOffered = 8;
const maxSearched = 50;

export function useAccount(given: string): NamedAccount {
  const text = bareText(given);
  const isId = isUuid(text);
  const input = isId ? { search: text, limit: 1 } : { q: text, limit: maxSearched };
  const { data, isLoading } = useQuery(
    useTRPC().admin.accounts.list.queryOptions(text === '' ? skipToken : input, { staleTime: 300_000 }),
  );
  const accounts = text === '' ? [] : (data?.accounts ?? []);
  if (isId) {
    const email = accounts.find(({ id }) => id === text.toLowerCase())?.email;
    return { id: text, shown: email ?? (isLoading ? '' : given), offered: [], isPending: false };
  }
  const email = parseKnownEmail(text);
  return {
    id: accounts.find((account) => account.email === email)?.id,
    shown: given,
    offered: accounts.slice(0, maxOffered).map((account) => account.email),
    isPending: isLoading,
  };
}
