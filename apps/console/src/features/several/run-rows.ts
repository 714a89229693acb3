import { failureOf, OutcomeUnknownError } from '@goal/ui/lib/errors.ts';

export type Outcome = { state: 'running' } | { state: 'done' | 'refused' | 'unknown'; sentence: string };

type Rows = {
  /** Resolves to what was done, as a sentence. */
  act: (id: string) => Promise<string>;
  onOutcome: (id: string, outcome: Outcome) => void;
  /** Asked before each row: whether somebody has stopped the run. */
  isStopped: () => boolean;
};

/**
 * Does the same to one row after the other. A refused row does not stop the others, because its
 * cause is its own. A row without an answer does: the next ones would most likely get none either.
 */
export async function runRows(ids: readonly string[], { act, onOutcome, isStopped }: Rows): Promise<void> {
  for (const id of ids) {
    if (isStopped()) return;
    onOutcome(id, { state: 'running' });
    const outcome = await outcomeOf(act(id));
    onOutcome(id, outcome);
    if (outcome.state === 'unknown') return;
  }
}

async function outcomeOf(act: Promise<string>): Promise<Exclude<Outcome, { state: 'running' }>> {
  try {
    return { state: 'done', sentence: await act };
  } catch (error) {
    const { sentence, status } = failureOf(error);
    // A session that has ended refuses all rows alike.
    return { state: error instanceof OutcomeUnknownError || status === 401 ? 'unknown' : 'refused', sentence };
  }
}

export function progressOf(ids: readonly string[], outcomes: ReadonlyMap<string, Outcome>) {
  const count = (state: Outcome['state']): number => ids.filter((id) => outcomes.get(id)?.state === state).length;
  const done = count('done');
  return { done, refused: count('refused'), left: ids.filter((id) => outcomes.get(id)?.state !== 'done') };
}
