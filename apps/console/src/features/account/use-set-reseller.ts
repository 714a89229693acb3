'use client';

import { useQueryClient } from '@tanstack/react-query';

import { failureOf, UnsureError } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { useAct } from '../../trpc/use-act.ts';
import { isolated } from '../../ui/isolated.ts';
import { notify } from '../../ui/notify.ts';
import { formatMoment } from '../../ui/time.tsx';
import { withReseller } from './sentences.ts';
import { useRefresh } from './use-refresh.ts';

/**
 * Sets the reseller flag: shown at once, taken back when the service refuses, and asked again when all is settled, so that two operators at
 * once see what holds. The notice can undo it.
 */
export function useSetReseller(id: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = useRefresh(id);
  const key = trpc.admin.accounts.summary.queryKey({ id });
  /** Somebody else was faster: who and when, unless the record cannot be asked. */
  const tellAlready = async (what: string): Promise<void> => {
    const question = { account_id: id, action: 'account.reseller', limit: 1 };
    const record = await queryClient
      .fetchQuery(trpc.admin.actions.list.queryOptions(question, { staleTime: 0, retry: false }))
      .catch(() => undefined);
    const [last] = record?.actions ?? [];
    const who = last === undefined ? '' : ` (by ${isolated(last.actor)} at ${formatMoment(last.occurred_at)})`;
    notify.success(`${what}${who}.`);
  };
  const mutation = useAct(
    trpc.admin.accounts.setReseller.mutationOptions({
      scope: { id: `reseller ${id}` },
      onMutate: async ({ enabled }) => {
        await queryClient.cancelQueries({ queryKey: key });
        const before = queryClient.getQueryData(key);
        queryClient.setQueryData(key, before && withReseller(before, enabled));
        return before;
      },
      onSuccess: ({ changed }, { enabled }, before) => {
        const who = before === undefined ? 'The account' : isolated(before.email);
        if (!changed) {
          void tellAlready(`${who} was ${enabled ? 'a reseller' : 'no reseller'} already`);
          return;
        }
        notify.success(enabled ? `${who} is a reseller now.` : `${who} is no reseller any more.`, {
          undo: () => mutation.mutate({ id, enabled: !enabled }),
        });
      },
      onError: (error, { enabled }, before) => {
        queryClient.setQueryData(key, before);
        const { sentence } = failureOf(error);
        notify.error(
          error instanceof UnsureError ? sentence : `Reseller was not turned ${enabled ? 'on' : 'off'}: ${sentence}`,
        );
      },
      onSettled: () => {
        // A later act of this page is under way: what it has shown already must not be overwritten.
        const running = queryClient.isMutating({ mutationKey: trpc.admin.accounts.setReseller.mutationKey() });
        return running > 1 ? undefined : refresh();
      },
    }),
    {
      truth: async (client, { enabled }) => {
        const { is_reseller: on } = await client.admin.accounts.summary.query({ id });
        return { isDone: on === enabled, sentence: `Reseller is ${on ? 'on' : 'off'} now.` };
      },
    },
  );
  return mutation;
}
