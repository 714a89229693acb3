import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';

import { isOutcomeUnknown, OutcomeUnknownError, unansweredHead } from '../lib/errors.ts';
import { notify } from '../lib/notify.ts';
import { type ActOutcome, outcomeOf } from './act-link.ts';
import { renewQueries } from './renew-queries.ts';
import { useTRPCClient } from './trpc.ts';

/** Ids and prefixes of what a change concerns, by name: `account_id`. */
type Ids = ActOutcome['ids'];

export type Change<Output, Input> = {
  /** What holds once the change is done, in one sentence: its notice. Empty for none. */
  done?: string | ((input: Input) => string);
  /** The notice in place of `done` where an answer came; false and undefined for none. */
  told?: false | ((answer: Output, input: Input) => string | undefined);
  /** Takes the change back, which the notice offers. */
  undo?: (input: Input) => void;
  /** Called once the change is done: closes the dialog, or leaves the page. */
  onDone?: () => void;
  /** Called before `onDone` if the answer was lost, in place of `onSuccess`. */
  onLost?: (ids: Ids) => void;
  /** What to say where an answer with a secret was lost: the change then counts as failed. */
  lost?: string | ((ids: Ids) => string);
  /** The id of what the change deletes. */
  gone?: string;
  /** Whether the page's data are asked for again; they are, unless this is false. */
  renews?: boolean;
};

/** Stands for the answer of a change that was done and whose answer was lost. */
class LostAnswer {
  readonly head: string;
  readonly ids: Ids;

  constructor(error: unknown, { ids }: ActOutcome) {
    this.head = unansweredHead(error);
    this.ids = ids;
  }
}

const unknown = 'Whether it was done is not known: look before you try again.';
const notDone = 'It was not done: you can try it again.';

/**
 * `useMutation` for changes that must not be repeated blindly. Once the change is done, it shows a
 * notice and asks for the page's data again. If there was no answer, or a 5xx, the change may have
 * happened: the service is asked what became of it (rulings §10.52). A change that was done counts
 * as a success without `data`, for which `onSuccess` is not called, and its notice says that no
 * answer came. Everything else fails with an `OutcomeUnknownError`.
 */
export function useVerifiedMutation<Output, Failure, Input, Context>(
  { mutationFn, onSuccess, onSettled, ...options }: UseMutationOptions<Output, Failure, Input, Context>,
  { done, told, undo, onDone, onLost, lost, gone, renews = true }: Change<Output, Input> = {},
) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const renew = () => (renews ? renewQueries(queryClient, gone) : undefined);
  const mutation = useMutation<Output | LostAnswer, Failure, Input, Context>({
    ...options,
    mutationFn: async (input, context) => {
      if (mutationFn === undefined) throw new Error('a mutation without a procedure');
      try {
        return await mutationFn(input, context);
      } catch (error) {
        if (!isOutcomeUnknown(error)) throw error;
        const found = await outcomeOf(client, error).catch(() => undefined);
        if (found?.state === 'done' && lost === undefined) return new LostAnswer(error, found);
        void renew();
        if (found?.state !== 'done') throw new OutcomeUnknownError(error, found === undefined ? unknown : notDone);
        const sentence = typeof lost === 'function' ? lost(found.ids) : (lost ?? '');
        throw new OutcomeUnknownError(error, sentence, found.ids['prefix'] ?? found.ids['key']);
      }
    },
    onSuccess: async (answer, input, ...rest) => {
      const holds = typeof done === 'function' ? done(input) : done;
      if (answer instanceof LostAnswer) {
        if (holds !== '') notify.error(`${answer.head} ${holds ?? 'It is done.'}`);
        onLost?.(answer.ids);
      } else {
        const sentence = told === undefined ? holds : told !== false && told(answer, input);
        if (typeof sentence === 'string' && sentence !== '')
          notify.success(sentence, undo && { undo: () => undo(input) });
        await onSuccess?.(answer, input, ...rest);
      }
      onDone?.();
      // The mutation is pending until the page shows the change; a secret is shown at once.
      if (lost === undefined) await renew();
      else void renew();
    },
    onSettled: (answer, ...rest) => onSettled?.(answer instanceof LostAnswer ? undefined : answer, ...rest),
  });
  const answered = (answer: Output | LostAnswer | undefined) => (answer instanceof LostAnswer ? undefined : answer);
  return {
    ...mutation,
    data: answered(mutation.data),
    mutateAsync: async (input: Input) => answered(await mutation.mutateAsync(input)),
  };
}
