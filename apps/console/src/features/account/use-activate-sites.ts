import type { AppRouter } from '@goal/client/trpc';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { type Verdict, useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import type { TRPCClient } from '@trpc/client';
import { useCallback } from 'react';

import { useRefreshSites } from '../site/use-refresh-sites.ts';
import { activationOutcome } from './sentences.ts';

type Input = { id: string; ids?: unknown[] | null | undefined };

/** Checks which of the sites are active, after the answer was lost. */
async function verify(client: TRPCClient<AppRouter>, { id, ids }: Input): Promise<Verdict> {
  if (Array.isArray(ids)) {
    const sites = await Promise.all(ids.map((one) => client.admin.sites.get.query({ id: String(one) })));
    const active = sites.filter(({ status }) => status === 'active').length;
    return {
      isDone: active > 0,
      sentence: `${active} of ${countOf(ids.length, 'site')} ${active === 1 ? 'is' : 'are'} active now.`,
    };
  }
  const { last_downgrade: last } = await client.admin.accounts.summary.query({ id });
  if (last === null) return { isDone: true, sentence: 'No site of the last downgrade is paused now.' };
  const { sites_paused: paused, sites_that_fit: fit } = last;
  return {
    isDone: fit === 0,
    sentence: `${countOf(paused, 'site')} of the last downgrade ${paused === 1 ? 'is' : 'are'} paused now.`,
  };
}

/** Activates sites of an account. The caller shows the outcome. */
export function useActivation(options: Parameters<ActivateOptions>[0] = {}) {
  return useVerifiedMutation(useTRPC().admin.accounts.sites.activate.mutationOptions(options), { verify });
}
type ActivateOptions = ReturnType<typeof useTRPC>['admin']['accounts']['sites']['activate']['mutationOptions'];

/** Activates sites of an account, shows the outcome and refetches what is shown. */
export function useActivateSites(id: string, onDone: () => void = () => {}) {
  const { afterChange } = useRefreshSites();
  const activate = useActivation({
    onSuccess: (outcome) => {
      notify.success(activationOutcome(outcome));
      afterChange();
      onDone();
    },
    onError: (error) => {
      notify.error(failureOf(error).sentence);
      // The refusal may mean that this page is out of date.
      afterChange();
    },
  });
  const { isPending: isBusy, mutate } = activate;
  return {
    isBusy,
    // Stable, so that unchanged rows are not rendered again.
    activateIds: useCallback((ids: string[]) => mutate({ id, ids }), [mutate, id]),
    activateLastDowngrade: () => mutate({ id, paused_by: 'last_downgrade' }),
  };
}
