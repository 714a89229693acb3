'use client';

import type { ActionView } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQueries } from '@tanstack/react-query';

/** The name of an id: undefined while it is loading, null if it does not exist or was deleted. */
export type NameOf = (id: string) => string | null | undefined;

const kept = { staleTime: 300_000 };
const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

/**
 * E-mails of accounts and domains of sites for a page of actions, in one request. They arrive after
 * the rows.
 */
export function useNames(rows: readonly ActionView[], hasAccounts: boolean): { emailOf: NameOf; domainOf: NameOf } {
  const trpc = useTRPC();
  const accounts = distinct(hasAccounts ? rows.map((row) => row.account_id) : []);
  const domainOf = useDomains(rows.map((row) => row.site_id));
  const emailOf = useQueries({
    queries: accounts.map((id) => trpc.admin.accounts.list.queryOptions({ search: id, limit: 1 }, kept)),
    combine: (answers) =>
      namesBy(accounts, answers, (answer, id) => answer.accounts.find((account) => account.id === id)?.email),
  });
  return { emailOf, domainOf };
}

/** Domains of sites; null stands for no site. */
export function useDomains(ids: readonly (string | null)[]): NameOf {
  const trpc = useTRPC();
  const sites = distinct(ids);
  return useQueries({
    queries: sites.map((id) => trpc.admin.sites.list.queryOptions({ q: id, limit: 1 }, kept)),
    combine: (answers) => namesBy(sites, answers, (answer, id) => answer.sites.find((site) => site.id === id)?.domain),
  });
}

function namesBy<T>(
  ids: readonly string[],
  answers: readonly { data: T | undefined }[],
  read: (answer: T, id: string) => string | undefined,
): NameOf {
  const names = new Map(
    ids.map((id, at) => {
      const answer = answers[at]?.data;
      return [id, answer === undefined ? undefined : (read(answer, id) ?? null)];
    }),
  );
  return (id) => names.get(id);
}
