import { formatMoment } from '@goal/ui/text/time.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf, OutcomeUnknownError } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { renewQueries } from '@goal/ui/trpc/renew-queries.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';

import { withReseller } from '../sentences.ts';

/**
 * Sets the reseller flag. The change is shown at once, reverted if the service refuses it, and
 * refetched once it is settled, so that two concurrent operators both see the real state. Its
 * notice offers undo.
 */
export function useSetReseller(id: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const key = trpc.admin.accounts.summary.queryKey({ id });
  const name = (): string => bidiIsolate(queryClient.getQueryData(key)?.email ?? 'The account');
  /** Another operator was faster: names them and the time, unless the record cannot be read. */
  const tellAlready = async (what: string): Promise<void> => {
    const input = { account_id: id, action: 'account.reseller', limit: 1 };
    const record = await queryClient
      .fetchQuery(trpc.admin.actions.list.queryOptions(input, { staleTime: 0, retry: false }))
      .catch(() => undefined);
    const [last] = record?.actions ?? [];
    const who = last === undefined ? '' : ` (by ${bidiIsolate(last.actor)} at ${formatMoment(last.occurred_at)})`;
    notify.success(`${what}${who}.`);
  };
  const mutation = useVerifiedMutation(
    trpc.admin.accounts.setReseller.mutationOptions({
      scope: { id: `reseller ${id}` },
      onMutate: async ({ enabled }) => {
        await queryClient.cancelQueries({ queryKey: key });
        const before = queryClient.getQueryData(key);
        queryClient.setQueryData(key, before && withReseller(before, enabled));
        return before;
      },
      onSuccess: ({ changed }, { enabled }) => {
        if (!changed) void tellAlready(`${name()} was ${enabled ? 'a reseller' : 'no reseller'} already`);
      },
      onError: (error, { enabled }, before) => {
        queryClient.setQueryData(key, before);
        const { sentence } = failureOf(error);
        notify.error(
          error instanceof OutcomeUnknownError
            ? sentence
            : `Reseller was not turned ${enabled ? 'on' : 'off'}: ${sentence}`,
        );
      },
      onSettled: () => {
        // A later change of this page is running: a refetch must not overwrite what it already
        // shows.
        const running = queryClient.isMutating({ mutationKey: trpc.admin.accounts.setReseller.mutationKey() });
        return running > 1 ? undefined : renewQueries(queryClient);
      },
    }),
    {
      done: ({ enabled }) => `Reseller is ${enabled ? 'on' : 'off'} now.`,
      told: ({ changed }, { enabled }) =>
        changed ? `${name()} is ${enabled ? 'a reseller now' : 'no longer a reseller'}.` : undefined,
      undo: ({ enabled }) => mutation.mutate({ id, enabled: !enabled }),
      renews: false,
    },
  );
  return mutation;
}
