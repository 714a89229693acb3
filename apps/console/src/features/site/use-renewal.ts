import { useQueryClient } from '@tanstack/react-query';

import { useTRPC } from '../../trpc/trpc.ts';

/** Has what is shown of sites, accounts and the record asked for again, after an act on a site. */
export function useRenewal(): { afterChange: () => void; afterDelete: () => void } {
  const queryClient = useQueryClient();
  const { sites, accounts, actions } = useTRPC().admin;
  const renew = (queryKey: readonly unknown[], refetchType: 'active' | 'none' = 'active'): void => {
    void queryClient.invalidateQueries({ queryKey, refetchType });
  };
  const around = (): void => {
    renew(accounts.pathKey());
    renew(actions.pathKey());
  };
  return {
    afterChange: () => {
      renew(sites.pathKey());
      around();
    },
    // To ask for the site itself would only bring the 404 that is known already.
    afterDelete: () => {
      renew(sites.pathKey(), 'none');
      around();
    },
  };
}
