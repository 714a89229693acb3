import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { notify, notifyFailure } from '@goal/ui/lib/notify.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

import type { Chosen } from './use-chosen.ts';

/** Where sites go: a group, or out of theirs. */
export type Target = { id: string; name: string } | null;

const into = (target: Target): string => (target === null ? 'in no group' : `in ${bidiIsolate(target.name)}`);

type Move = { sites: readonly Chosen[]; target: Target };

/** Moves sites, all or none. The undo moves each back to its group, one move a group. */
export function useMove(onMoved: () => void) {
  const { sites: client } = useTRPCClient().dashboard;
  const move = (sites: readonly Chosen[], groupId: string | null) =>
    client.move.mutate({ ids: sites.map(({ id }) => id), group_id: groupId });
  const { mutateAsync: moveBack } = useVerifiedMutation(
    {
      mutationFn: ({ sites, groupId }: { sites: readonly Chosen[]; groupId: string | null }) => move(sites, groupId),
      onError: notifyFailure,
    },
    { done: '' },
  );
  const undo = async ({ sites }: Move): Promise<void> => {
    const former = new Set(sites.map(({ group_id: group }) => group));
    for (const groupId of former) await moveBack({ sites: sites.filter((one) => one.group_id === groupId), groupId });
    notify.success(`${countOf(sites.length, 'site')} moved back.`);
  };
  const { isPending: isBusy, mutate } = useVerifiedMutation(
    { mutationFn: ({ sites, target }: Move) => move(sites, target?.id ?? null), onError: notifyFailure },
    {
      done: ({ sites, target }) =>
        `${sites.length === 1 ? `${sites[0]?.domain} is` : `${countOf(sites.length, 'site')} are`} ${into(target)} now.`,
      // A move that fails has said why.
      undo: (moved) => void undo(moved).catch(() => {}),
      onDone: onMoved,
    },
  );
  return { isBusy, moveTo: (sites: readonly Chosen[], target: Target): void => mutate({ sites, target }) };
}
