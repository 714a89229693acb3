import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

const once = (id: string) => ({ enabled: id !== '', staleTime: Infinity });

/** The domain of a site by its id, asked for once; null where the member has no such site. */
export function useSiteName(id: string): string | null | undefined {
  const { data } = useQuery(useTRPC().dashboard.sites.list.queryOptions({ q: id, limit: 1 }, once(id)));
  return data && (data.sites[0]?.domain ?? null);
}

/** The name of a group, in the same way. */
export function useGroupName(id: string): string | null | undefined {
  const { data } = useQuery(useTRPC().dashboard.groups.names.queryOptions({ q: id }, once(id)));
  return data && (data.groups[0]?.name ?? null);
}

/** Asks for the names on the page again, because a site or a group may be gone. Never rejects. */
export function useRefreshNames(): () => Promise<unknown> {
  const queries = useQueryClient();
  const trpc = useTRPC();
  return useCallback(
    () =>
      Promise.all(
        [trpc.dashboard.sites, trpc.dashboard.groups].map((one) =>
          queries.refetchQueries(one.pathFilter(), { cancelRefetch: false }),
        ),
      ),
    [queries, trpc],
  );
}
