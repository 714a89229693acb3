import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQueryClient } from '@tanstack/react-query';

/** Refetches sites, accounts and the record after a change of a site. */
export function useRefreshSites(): { afterChange: () => void; afterDelete: () => void } {
  const queryClient = useQueryClient();
  const { sites, accounts, actions } = useTRPC().admin;
  const invalidate = (queryKey: readonly unknown[], refetchType: 'active' | 'none' = 'active'): void => {
    void queryClient.invalidateQueries({ queryKey, refetchType });
  };
  const invalidateRelated = (): void => {
    invalidate(accounts.pathKey());
    invalidate(actions.pathKey());
  };
  return {
    afterChange: () => {
      invalidate(sites.pathKey());
      invalidateRelated();
    },
    // Refetching the site itself would only return a 404.
    afterDelete: () => {
      invalidate(sites.pathKey(), 'none');
      invalidateRelated();
    },
  };
}
