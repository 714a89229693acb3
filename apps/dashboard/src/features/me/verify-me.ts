import type { PersonView } from '@goal/contract';
import type { Verdict } from '@goal/ui/trpc/use-verified-mutation.ts';

/** As much of the client of the procedures as the check needs. */
type Client = { me: { get: { query: () => Promise<PersonView> } } };

/**
 * Finds out from the person's own data whether a change happened whose answer was lost. The
 * sentences are about the state: «The password is set.»
 */
export function verifyMe(isDone: (me: PersonView) => boolean, sentences: { done: string; not: string }) {
  return async (client: Client): Promise<Verdict> => {
    const done = isDone(await client.me.get.query());
    return { isDone: done, sentence: done ? sentences.done : sentences.not };
  };
}
