'use client';

import { bareText, isUuid, parseEmail } from '@goal/contract';
import { skipToken, useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc/trpc.ts';

/** What the account filter names, as far as it is known. */
export type NamedAccount = {
  /** Undefined: none, not yet, or only part of an e-mail. An id may be that of a deleted account. */
  id: string | undefined;
  /** What the field shows: the e-mail, also where the address gave the id. */
  shown: string;
  /** E-mails that hold what was typed. */
  offered: readonly string[];
  isPending: boolean;
};

const most = { offered: 8, looked: 50 };

/** The account that a text names: by its id, or by its whole e-mail. */
export function useAccount(given: string): NamedAccount {
  const text = bareText(given);
  const isId = isUuid(text);
  const question = isId ? { search: text, limit: 1 } : { q: text, limit: most.looked };
  const { data, isLoading } = useQuery(
    useTRPC().admin.accounts.list.queryOptions(text === '' ? skipToken : question, { staleTime: 300_000 }),
  );
  const accounts = text === '' ? [] : (data?.accounts ?? []);
  if (isId) {
    const email = accounts.find(({ id }) => id === text.toLowerCase())?.email;
    return { id: text, shown: email ?? (isLoading ? '' : given), offered: [], isPending: false };
  }
  const email = parseEmail(text);
  return {
    id: accounts.find((account) => account.email === email)?.id,
    shown: given,
    offered: accounts.slice(0, most.offered).map((account) => account.email),
    isPending: isLoading,
  };
}
