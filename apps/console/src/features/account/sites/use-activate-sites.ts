import { notifyFailure } from '@goal/ui/lib/notify.ts';
import { renewQueries } from '@goal/ui/trpc/renew-queries.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { activationOutcome } from '../sentences.ts';

export function useActivateSites(id: string, onDone: () => void = () => {}) {
  const queryClient = useQueryClient();
  const activate = useVerifiedMutation(
    useTRPC().admin.accounts.sites.activate.mutationOptions({
      onError: (error) => {
        notifyFailure(error);
        // The refusal may mean that this page is out of date.
        void renewQueries(queryClient);
      },
    }),
    {
      done: 'The sites that had room are active now.',
      told: activationOutcome,
      onDone,
    },
  );
  const { isPending: isBusy, mutate } = activate;
  return {
    isBusy,
    // Stable, so that unchanged rows are not rendered again.
    activateIds: useCallback((ids: string[]) => mutate({ id, ids }), [mutate, id]),
    activateLastDowngrade: () => mutate({ id, paused_by: 'last_downgrade' }),
  };
}
