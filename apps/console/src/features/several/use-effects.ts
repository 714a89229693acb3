import { failureOf } from '@goal/ui/lib/errors.ts';
import { type QueryKey, useQueries, type UseQueryOptions } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import type { Effect, SeveralRow } from './several-rows.tsx';

/** Each preview counts in several tables: fifty at once would take the operators' whole share. */
const questionsAtOnce = 5;

type Question<Data, Failure, Key extends QueryKey> = {
  /** The question what an act will do to a row; undefined while a choice is missing. */
  ask: ((id: string) => UseQueryOptions<Data, Failure, Data, Key>) | undefined;
  describe: (data: Data) => Effect;
};

/** Asks a few rows at a time until the act begins. Leaves out a row of which nothing is known. */
export function useEffects<Data, Failure, Key extends QueryKey>(
  rows: readonly SeveralRow[],
  { ask, describe }: Question<Data, Failure, Key>,
) {
  const [hasBegun, setBegun] = useState(false);
  const [answered, setAnswered] = useState(0);
  const answers = useQueries({
    queries:
      ask === undefined
        ? []
        : rows.map(({ id }, at) => ({
            ...ask(id),
            enabled: !hasBegun && at < answered + questionsAtOnce,
            staleTime: 0,
          })),
  });
  const now = answers.filter(({ isPending }) => !isPending).length;
  if (now !== answered) setAnswered(now);
  const effects = new Map<string, Effect>();
  for (const [at, { id }] of rows.entries()) {
    const { data, error } = answers[at] ?? { data: undefined, error: null };
    if (data !== undefined) effects.set(id, describe(data));
    else if (error !== null) effects.set(id, { kind: 'failed', sentence: `Left out: ${failureOf(error).sentence}` });
  }
  const known = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return { effects, known, onBegin: useCallback(() => setBegun(true), []) };
}
