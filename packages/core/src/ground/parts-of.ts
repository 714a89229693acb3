import { setTimeout as delay } from 'node:timers/promises';

import { Allowance, withAllowance } from '@goal/db';
import { FairSemaphore } from '@goal/fairness';

import type { Part } from './part.ts';

/**
 * Bounds later parts, in all and of one owner: many long lists keep one connection busy. One whose
 * turn is late, or that finds the queue full, is cut off.
 */
const reads = new FairSemaphore({ permits: 2, queueTimeoutMs: 20_000 });
const share = { permits: 1, queueLimit: 1000 };
const restMaxMs = 50;

/**
 * Yields the rows of a list, part by part. Each part is read when it is asked for, so a reader that
 * does not ask holds no connection and no rows but those it was given. Each statement has its own
 * time limit and takes the share of `owner`; `signal` cancels the one that runs. Throws `Overload`
 * when its turn does not come in time.
 */
export async function* partsOf<View>(
  first: Part<View>,
  { owner, signal }: { owner: string; signal: AbortSignal | undefined },
): AsyncGenerator<View[]> {
  const allowance = new Allowance({ owner, signal, budgetMs: Infinity });
  let { next } = first;
  // The caller keeps the part while this runs. It does not have to keep the part's rows.
  yield first.rows.splice(0);
  while (next !== undefined) {
    const begun = performance.now();
    await reads.take(owner, share, signal);
    let rows: View[];
    try {
      ({ rows, next } = await withAllowance(allowance, next));
    } finally {
      reads.give(owner);
    }
    yield rows;
    // A rest of twice this part's time leaves most of the process to short requests.
    await delay(Math.min(2 * (performance.now() - begun), restMaxMs), undefined, { signal });
  }
}
