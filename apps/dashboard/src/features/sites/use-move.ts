'use client';

import type { AppRouter } from '@goal/client/trpc';
import { noGroup } from '@goal/contract';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';

import { idsOf } from './ids-of.ts';
import type { Chosen } from './use-chosen.ts';

/** Where sites go: a group, or out of theirs. */
export type Target = { id: string; name: string } | null;

const into = (target: Target): string => (target === null ? 'in no group' : `in ${bidiIsolate(target.name)}`);

/**
 * Moves sites, all or none. The notice undoes it: every site goes back to the group that it came
 * from.
 */
export function useMove(onMoved: () => void) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const move = useVerifiedMutation(
    useTRPC().dashboard.sites.move.mutationOptions({
      onError: (error) => notify.error(failureOf(error).sentence),
    }),
    {
      verify: async (asked, { ids, group_id: group }) => {
        const there = await idsOf(asked, { group_id: group ?? noGroup });
        const isDone = ids.every((id) => there.has(String(id)));
        return { isDone, sentence: `${countOf(ids.length, 'site')} ${isDone ? 'moved' : 'not moved'}.` };
      },
      onDone: onMoved,
    },
  );
  const undo = (sites: readonly Chosen[]): void => {
    void moveBack(client, sites)
      .then(() => notify.success(`${countOf(sites.length, 'site')} moved back.`))
      .catch((error: unknown) => notify.error(failureOf(error).sentence))
      .finally(() => void queryClient.invalidateQueries());
  };
  return {
    isBusy: move.isPending,
    moveTo: (sites: readonly Chosen[], target: Target): void =>
      move.mutate(
        { ids: sites.map(({ id }) => id), group_id: target?.id ?? null },
        {
          onSuccess: () => {
            const text = sites.length === 1 ? `${sites[0]?.domain} is` : `${countOf(sites.length, 'site')} are`;
            notify.success(`${text} ${into(target)} now.`, { undo: () => undo(sites) });
            void queryClient.invalidateQueries();
            onMoved();
          },
        },
      ),
  };
}

/** One move for each group that the sites came from. */
async function moveBack(client: TRPCClient<AppRouter>, sites: readonly Chosen[]): Promise<void> {
  for (const group of new Set(sites.map(({ group_id: former }) => former))) {
    const ids = sites.filter(({ group_id: former }) => former === group).map(({ id }) => id);
    await client.dashboard.sites.move.mutate({ ids, group_id: group });
  }
}
