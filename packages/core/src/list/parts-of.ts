import { setTimeout as delay } from 'node:timers/promises';

import { Allowance, Turns, withAllowance } from '@goal/db';

import type { Part } from './part.ts';

/**
 * Parts behind the first that this process reads at a time, and those of one owner: however many long lists an account asks for at once, it
 * keeps one connection busy. Whoever has not had its turn after `patience` milliseconds is cut off, as is who stands behind so many in line.
 */
const turns = new Turns({ places: 2, patience: 20_000 });
const share = { places: 1, line: 100 };
/** Milliseconds. */
const longestRest = 50;

/**
 * The rows of a list, part by part, each read when it is asked for: whoever does not ask holds no connection, and no rows but those it was
 * given. Each statement is bounded by itself and takes the share of `owner`; what runs is cancelled with `signal`. Throws `Overload` when others
 * come first for too long.
 */
export async function* partsOf<View>(
  first: Part<View>,
  { owner, signal }: { owner: string; signal: AbortSignal | undefined },
): AsyncGenerator<View[]> {
  const allowance = new Allowance({ owner, signal, budget: Infinity });
  let { next } = first;
  // Taken out of the part, which its caller keeps for as long as this runs.
  yield first.rows.splice(0);
  while (next !== undefined) {
    const begun = performance.now();
    await turns.take(owner, share, signal);
    let rows: View[];
    try {
      ({ rows, next } = await withAllowance(allowance, next));
    } finally {
      turns.give(owner);
    }
    yield rows;
    // It rests for twice as long as a part has taken: most of the time is for short requests.
    await delay(Math.min(2 * (performance.now() - begun), longestRest), undefined, { signal });
  }
}
