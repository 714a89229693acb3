import { setTimeout as sleep } from 'node:timers/promises';

import { limits } from '@goal/contract';
import { refillOf } from '@goal/db/testing';
import { expect } from 'vitest';

import type { Client } from '../harness/client.ts';
import type { Account } from '../harness/factory.ts';

/** The documented rate of an account key (interface.md §8). */
const { rate, burst } = limits.accountRate;
/** Grants that only a bucket gives which regains tokens. */
const regained = 5;

/**
 * Sends requests to all of these continuously with one account key, until its bucket was emptied
 * and has given tokens again. Resolves to the granted requests, and to how many the documented rate
 * allows at most in that time; a key that was not used before is granted its burst at least.
 */
export async function flood(
  account: Account,
  among: readonly Client[],
): Promise<{ granted: number; least: number; most: number }> {
  const refill = refillOf(rate);
  let [granted, sinceEmpty] = [0, 0];
  let wasEmpty = false;
  // A machine too slow to empty the bucket is granted all that it asks for.
  const isOver = (): boolean => sinceEmpty >= regained || granted >= burst + regained;
  const one = async (client: Client): Promise<void> => {
    while (!isOver()) {
      const { status, headers } = await client.call('GET', '/account/me', { token: account.token, allow5xx: true });
      expect([200, 429, 503]).toContain(status);
      // A 503 before the database was reached took no token.
      if (headers['ratelimit'] === undefined) continue;
      if (status === 429) wasEmpty = true;
      else {
        granted += 1;
        if (wasEmpty) sinceEmpty += 1;
      }
      // Far more requests than the rate allows, without taking the processor from the instances.
      await sleep(20);
    }
  };
  await Promise.all(among.map(one));
  return { granted, least: burst, most: burst + refill() };
}
