import type { ActionView } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQueries } from '@tanstack/react-query';

/** What an id stands for: undefined while it loads, null if it does not exist or was deleted. */
type Of<T> = (id: string) => T | null | undefined;
export type NameOf = Of<string>;
export type AccountOf = Of<{ email: string; name?: string }>;

const kept = { staleTime: 300_000 };
const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

type Names = { accountOf: AccountOf; formerOf: NameOf; domainOf: NameOf };

/** In one request. They arrive after the rows, and the e-mails of deleted accounts after these. */
export function useNames(rows: readonly ActionView[], hasAccounts: boolean): Names {
  const trpc = useTRPC();
  const accounts = distinct(hasAccounts ? rows.map((row) => row.account_id) : []);
  const domainOf = useDomains(rows.map((row) => row.site_id));
  const accountOf = useQueries({
    queries: accounts.map((id) => trpc.admin.accounts.list.queryOptions({ search: id, limit: 1 }, kept)),
    combine: (answers) =>
      namesBy(accounts, answers, (answer, id) => answer.accounts.find((account) => account.id === id)),
  });
  const gone = accounts.filter((id) => accountOf(id) === null);
  const formerOf = useQueries({
    queries: gone.map((id) =>
      trpc.admin.actions.list.queryOptions({ account_id: id, action: 'account.delete', limit: 1 }, kept),
    ),
    combine: (answers) => namesBy(gone, answers, ({ actions: [deletion] }) => emailIn(deletion)),
  });
  return { accountOf, formerOf, domainOf };
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

export function emailIn(action: ActionView | undefined): string | undefined {
  const email = action?.detail?.['email'];
  return typeof email === 'string' && email !== '' ? email : undefined;
}

function namesBy<T, Name>(
  ids: readonly string[],
  answers: readonly { data: T | undefined }[],
  read: (answer: T, id: string) => Name | undefined,
): Of<Name> {
  const names = new Map(
    ids.map((id, at) => {
      const answer = answers[at]?.data;
      return [id, answer === undefined ? undefined : (read(answer, id) ?? null)];
    }),
  );
  return (id) => names.get(id);
}
