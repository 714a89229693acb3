import type { AppRouter } from '@goal/client/trpc';
import type { TRPCClient } from '@trpc/client';
import { useCallback } from 'react';

import { failureOf } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { type Truth, useAct } from '../../trpc/use-act.ts';
import { notify } from '../../ui/notify.ts';
import { useRenewal } from '../site/use-renewal.ts';
import { activationOutcome, countedSites } from './sentences.ts';

type Asked = { id: string; ids?: unknown[] | null | undefined };

/** Asks which of the sites are active now, where no answer came. */
async function truth(client: TRPCClient<AppRouter>, { id, ids }: Asked): Promise<Truth> {
  if (Array.isArray(ids)) {
    const sites = await Promise.all(ids.map((one) => client.admin.sites.get.query({ id: String(one) })));
    const active = sites.filter(({ status }) => status === 'active').length;
    return {
      isDone: active > 0,
      sentence: `${active} of ${countedSites(ids.length)} ${active === 1 ? 'is' : 'are'} active now.`,
    };
  }
  const { last_downgrade: last } = await client.admin.accounts.summary.query({ id });
  if (last === null) return { isDone: true, sentence: 'No site is paused by the last downgrade now.' };
  const { sites_paused: paused, sites_that_fit: fit } = last;
  return {
    isDone: fit === 0,
    sentence: `${countedSites(paused)} of the last downgrade ${paused === 1 ? 'is' : 'are'} paused now.`,
  };
}

/** Activates sites of an account. The caller tells the outcome. */
export function useActivation(options: Parameters<ActivateOptions>[0] = {}) {
  return useAct(useTRPC().admin.accounts.sites.activate.mutationOptions(options), { truth });
}
type ActivateOptions = ReturnType<typeof useTRPC>['admin']['accounts']['sites']['activate']['mutationOptions'];

/** Activates sites of an account, says what came of it, and has what is shown asked for again. */
export function useActivateSites(id: string, onDone: () => void = () => {}) {
  const { afterChange } = useRenewal();
  const activate = useActivation({
    onSuccess: (outcome) => {
      notify.success(activationOutcome(outcome));
      afterChange();
      onDone();
    },
    onError: (error) => {
      notify.error(failureOf(error).sentence);
      // It may have been refused because the page is out of date.
      afterChange();
    },
  });
  const { isPending: isBusy, mutate } = activate;
  return {
    isBusy,
    // The same function each time: rows that have not changed are not drawn again.
    activateIds: useCallback((ids: string[]) => mutate({ id, ids }), [mutate, id]),
    activateLastDowngrade: () => mutate({ id, paused_by: 'last_downgrade' }),
  };
}
