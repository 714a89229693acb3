'use client';

import type { AppRouter } from '@goal/client/trpc';
import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';

import { notify } from '../lib/notify.ts';
import { failureOf, isOutcomeUnknown, OutcomeUnknownError } from '../lib/errors.ts';
import { useTRPCClient } from './trpc.ts';

/**
 * What a check found after the answer to a mutation was lost: whether the change is in effect, and
 * a sentence with the current state.
 */
export type Verdict = { isDone: boolean; sentence: string };

type Verification<Input> = {
  /**
   * Asks the service for the current state, bypassing caches. If it throws, the outcome stays
   * unknown.
   */
  verify: (client: TRPCClient<AppRouter>, input: Input) => Promise<Verdict>;
  /**
   * Called when the check finds the change in effect: closes the dialog, or navigates as after
   * success.
   */
  onDone?: () => void;
};

/**
 * `useMutation` for changes that must not be repeated blindly. If there was no answer, or a 5xx,
 * the change may or may not have happened. `verify` then asks the service, all data on the page is
 * refetched, and the mutation fails with an `OutcomeUnknownError` whose message says what was
 * found. If the change turns out to be in effect, a notice says so and `options.onError` is not
 * called.
 */
export function useVerifiedMutation<Output, Failure, Input, Context>(
  options: UseMutationOptions<Output, Failure, Input, Context>,
  { verify, onDone }: Verification<Input>,
) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { mutationFn, onError } = options;
  const mutation = useMutation({
    ...options,
    mutationFn: async (input, context) => {
      if (mutationFn === undefined) throw new Error('a mutation without a procedure');
      try {
        return await mutationFn(input, context);
      } catch (error) {
        if (!isOutcomeUnknown(error)) throw error;
        const found = await verify(client, input).catch(() => undefined);
        void queryClient.invalidateQueries();
        throw new OutcomeUnknownError(error, found);
      }
    },
    onError: (error, ...rest) => {
      if (!(error instanceof OutcomeUnknownError && error.isDone)) return onError?.(error, ...rest);
      notify.error(error.message);
      onDone?.();
      return undefined;
    },
  });
  // The notice says it already: a dialog that is closing must not repeat it.
  return mutation.error instanceof OutcomeUnknownError && mutation.error.isDone
    ? { ...mutation, error: null }
    : mutation;
}

/** Whether a query is answered with 404. Throws if it fails in any other way. */
export async function isGone(query: Promise<unknown>): Promise<boolean> {
  try {
    await query;
    return false;
  } catch (error) {
    if (failureOf(error).status === 404) return true;
    throw error;
  }
}
