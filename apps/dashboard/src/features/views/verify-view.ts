import type { AppRouter, RouterOutputs } from '@goal/client/trpc';
import type { Verdict } from '@goal/ui/trpc/use-verified-mutation.ts';
import type { TRPCClient } from '@trpc/client';

export type View = RouterOutputs['dashboard']['views']['list']['views'][number];

/** Whether a view is there after the answer to a change was lost. */
export async function verifyView(client: TRPCClient<AppRouter>, is: (view: View) => boolean): Promise<Verdict> {
  const { views } = await client.dashboard.views.list.query(undefined, { context: { alone: true } });
  return views.some(is)
    ? { isDone: true, sentence: 'The view is saved like this.' }
    : { isDone: false, sentence: 'The view is not saved like this.' };
}

/** Whether a view is gone after the answer to its deletion was lost. */
export async function verifyDeletion(client: TRPCClient<AppRouter>, id: string): Promise<Verdict> {
  const { isDone: isThere } = await verifyView(client, (view) => view.id === id);
  return isThere
    ? { isDone: false, sentence: 'The view is still there.' }
    : { isDone: true, sentence: 'The view is deleted.' };
}
