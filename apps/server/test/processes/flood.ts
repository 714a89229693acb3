import { setTimeout as sleep } from 'node:timers/promises';

import { limits } from '@goal/contract';
import { expect } from 'vitest';

import type { Client } from '../harness/client.ts';
import type { Account } from '../harness/factory.ts';

/** Tokens in a full bucket (interface.md §8). */
const burst = limits.accountRate.burst;

/**
 * Sends requests to all of these continuously with one account key. Resolves to the granted
 * requests and to what the documented rate allows in that time.
 */
export async function flood(
  account: Account,
  among: readonly Client[],
  seconds: number,
): Promise<{ granted: number; least: number; most: number }> {
  const begun = performance.now();
  let [granted, left, timesFull] = [0, 0, 0];
  let [firstAnswer, lastRequest] = [Infinity, 0];
  const one = async (client: Client): Promise<void> => {
    while (performance.now() - begun < seconds * 1000) {
      lastRequest = performance.now();
      const { status, headers } = await client.call('GET', '/account/me', { token: account.token, allow5xx: true });
      expect([200, 429, 503]).toContain(status);
      const rate = headers['ratelimit'];
      // A 503 before the database was reached took no token.
      if (rate === undefined) continue;
      firstAnswer = Math.min(firstAnswer, performance.now());
      left = Number(/r=(\d+)/.exec(String(rate))?.[1]);
      if (status !== 429) granted += 1;
      if (left === burst - 1) timesFull += 1;
      // Far more requests than the rate allows, without taking the processor from the instances.
      await sleep(20);
    }
  };
  await Promise.all(among.map(one));
  const rate = (ms: number): number => burst + Math.floor((10 * ms) / 1000);
  // A machine too busy to use up the rate leaves tokens in the bucket; tokens beyond a full bucket
  // are lost.
  const least = timesFull > 1 ? 0 : rate(lastRequest - firstAnswer) - 1 - left;
  return { granted, least, most: rate(performance.now() - begun) };
}
