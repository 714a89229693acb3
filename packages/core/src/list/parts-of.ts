import { setTimeout as delay } from 'node:timers/promises';

import { Allowance, Turns, withAllowance } from '@goal/db';

import type { Part } from './part.ts';

/**
 * Later parts that this process reads at a time, and those of one owner: however many long lists an account asks for at once, it keeps one
 * connection busy. A list that has not had its turn after `patience` milliseconds, or that finds a full line, is cut off.
 */
const turns = new Turns({ places: 2, patience: 20_000 });
const share = { places: 1, line: 100 };
const longestRestMs = 50;

/**
 * The rows of a list, part by part. Each part is read when it is asked for: a reader that does not ask holds no connection, and no rows but those
 * it was given. Each statement has its own limit of time and takes the share of `owner`; `signal` cancels the one that runs. Throws `Overload`
 * when others come first for too long.
 */
export async function* partsOf<View>(
  first: Part<View>,
  { owner, signal }: { owner: string; signal: AbortSignal | undefined },
): AsyncGenerator<View[]> {
  const allowance = new Allowance({ owner, signal, budget: Infinity });
  let { next } = first;
  // The caller keeps the part for as long as this runs, and need not keep its rows.
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
    // A rest of twice the time of this part leaves most of the process to short requests.
    await delay(Math.min(2 * (performance.now() - begun), longestRestMs), undefined, { signal });
  }
}
