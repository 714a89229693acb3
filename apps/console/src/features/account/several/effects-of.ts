import { failureOf } from '@goal/ui/lib/errors.ts';

import type { Effect, SeveralRow } from '../../several/several-rows.tsx';

type Asked<Data> = { data: Data | undefined; error: unknown };

/**
 * The effect on each row, once its question was answered. A row of which nothing is known is left
 * out.
 */
export function effectsOf<Data>(
  rows: readonly SeveralRow[],
  answers: readonly Asked<Data>[],
  describe: (data: Data) => Effect,
): ReadonlyMap<string, Effect> {
  const effects = new Map<string, Effect>();
  for (const [at, { id }] of rows.entries()) {
    const { data, error } = answers[at] ?? { data: undefined, error: null };
    if (data !== undefined) effects.set(id, describe(data));
    else if (error !== null && error !== undefined)
      effects.set(id, { kind: 'failed', sentence: `Left out: ${failureOf(error).sentence}` });
  }
  return effects;
}
