'use client';

import type { AppRouter } from '@goal/client/trpc';
import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';

import { notify } from '../ui/notify.ts';
import { failureOf, isUnsure, UnsureError } from './errors.ts';
import { useTRPC, useTRPCClient } from './trpc.ts';

/** What the service says after an act whose answer was lost: whether what was asked for holds now, and a sentence that says what does. */
export type Truth = { isDone: boolean; sentence: string };

type Unsure<Input> = {
  /** Asks the service, past every cache, what is true now. Where it throws, the outcome stays unknown. */
  truth: (client: TRPCClient<AppRouter>, input: Input) => Promise<Truth>;
  /** Called after a notice has said that the act is done: closes the dialog, or goes where success would lead. */
  onDone?: () => void;
};

/**
 * An act of the operator: `useMutation` with one addition. Where no answer came, or the service failed on the way, nobody knows whether the act was
 * done. Then the service is asked what is true now, everything on the page is asked for again, and the error is an `UnsureError` whose message
 * says it. A notice tells an act that turns out to be done, and `options.onError` is not called; any other act has failed.
 */
export function useAct<Output, Failure, Input, Context>(
  options: UseMutationOptions<Output, Failure, Input, Context>,
  { truth, onDone }: Unsure<Input>,
) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const { mutationFn, onError } = options;
  const act = useMutation({
    ...options,
    mutationFn: async (input, context) => {
      if (mutationFn === undefined) throw new Error('an act without a procedure');
      try {
        return await mutationFn(input, context);
      } catch (error) {
        if (!isUnsure(error)) throw error;
        const found = await truth(client, input).catch(() => undefined);
        void queryClient.invalidateQueries(trpc.admin.pathFilter());
        throw new UnsureError(error, found);
      }
    },
    onError: (error, ...rest) => {
      if (!(error instanceof UnsureError && error.isDone)) return onError?.(error, ...rest);
      notify.error(error.message);
      onDone?.();
      return undefined;
    },
  });
  // The notice says it; a dialog that is closing does not say it again.
  return act.error instanceof UnsureError && act.error.isDone ? { ...act, error: null } : act;
}

/** Whether the service says that something does not exist, or not any more. Throws where it says neither. */
export async function isGone(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return false;
  } catch (error) {
    if (failureOf(error).status === 404) return true;
    throw error;
  }
}
