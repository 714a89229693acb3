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
 * Yields rows part by part, when asked for, so an idle reader holds nothing. Each statement takes
 * the share of `owner`; `signal` cancels it. Throws `Overload` when its turn is late.
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
