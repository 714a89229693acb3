import { setTimeout as pause } from 'node:timers/promises';

import { waitLimitMs } from '../service/until.ts';

/**
 * A request that takes 503 as the contract tells every client to (rulings §2.2): it comes again after `Retry-After`. What a journey furnishes
 * is not about load, and a slow machine may be under it.
 */
export const askAgain: typeof fetch = async (input, init) => {
  const begun = performance.now();
  for (;;) {
    const answer = await fetch(input, init);
    // Without it the answer breaks the contract, and is the test's to judge.
    const retryMs = 1000 * Number(answer.headers.get('retry-after') ?? NaN);
    if (answer.status !== 503 || !(performance.now() - begun + retryMs < waitLimitMs)) return answer;
    await pause(retryMs);
  }
};
