import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { BucketPolicy, BucketState } from './bucket.ts';
import { TokenBuckets } from './token-buckets.ts';

const policies: BucketPolicy[] = [
  { rate: 10, burst: 30 },
  { rate: 50, burst: 200 },
  { rate: 1, burst: 3 },
  { rate: 7, burst: 21 },
  { rate: 1000, burst: 3000 },
  { rate: 3, burst: 1 },
];

/** Buckets with a clock that the test sets, in microseconds. */
function virtual() {
  let us = 0;
  const buckets = new TokenBuckets(() => us / 1000);
  return {
    buckets,
    wait: (microseconds: number) => {
      us += microseconds;
    },
    now: () => us,
  };
}

/** Times between requests: bursts, the exact edges of a refill, long pauses. */
function gaps({ rate, burst }: BucketPolicy): fc.Arbitrary<number> {
  const refill = Math.floor(1_000_000 / rate);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.constantFrom(refill - 1, refill, refill + 1, 2 * refill, 10 * refill) },
    { weight: 2, arbitrary: fc.nat({ max: 2 * refill }) },
    { weight: 1, arbitrary: fc.nat({ max: (3 * burst * 1_000_000) / rate }) },
  );
}

const schedules = fc
  .constantFrom(...policies.filter(({ burst }) => burst <= 30))
  .chain((policy) => fc.tuple(fc.constant(policy), fc.array(gaps(policy), { minLength: 1, maxLength: 120 })));

/**
 * The definition, without a bucket: a request is granted if and only if no period that ends with it
 * would contain more granted requests than the burst plus what the rate gives in that period. Times
 * are in microseconds; all numbers are integers.
 */
function mayPass(granted: readonly number[], at: number, { rate, burst }: BucketPolicy): boolean {
  return granted.every((begin, index) => {
    const inStretch = granted.length - index + 1;
    return inStretch * 1_000_000 <= burst * 1_000_000 + rate * (at - begin);
  });
}

describe('R§2.6 token buckets', () => {
  it('R§2.6 I§8 Account API rate: never an early 429 and never a late grant, for any schedule of requests', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async ([policy, waits]) => {
        const { buckets, wait, now } = virtual();
        const granted: number[] = [];
        for (const pause of waits) {
          wait(pause);
          const expected = mayPass(granted, now(), policy);
          expect((await buckets.take('k', policy)).granted).toBe(expected);
          if (expected) granted.push(now());
        }
      }),
      { numRuns: runsOf(300, 10_000) },
    );
  });

  it.each(policies)(
    'R§2.6 a burst of $burst is granted at once and no more; every $rate-th of a second gives one',
    async (policy) => {
      const { buckets, wait } = virtual();
      for (let left = policy.burst - 1; left >= 0; left -= 1) {
        expect(await buckets.take('k', policy)).toMatchObject({ granted: true, remaining: left });
      }
      expect(await buckets.take('k', policy)).toMatchObject({ granted: false, remaining: 0 });
      const refill = Math.ceil(1_000_000 / policy.rate);
      wait(refill - 1);
      expect(await buckets.take('k', policy)).toMatchObject({ granted: false });
      wait(1);
      expect(await buckets.take('k', policy)).toMatchObject({ granted: true });
      expect(await buckets.take('k', policy)).toMatchObject({ granted: false });
    },
  );

  it('R§2.6 a request after the time in Retry-After is granted, and that time is at least a second', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async ([policy, waits]) => {
        const { buckets, wait } = virtual();
        let state: BucketState | undefined;
        for (const pause of waits) {
          wait(pause);
          state = await buckets.take('k', policy);
        }
        while (state?.granted !== false) state = await buckets.take('k', policy);
        expect(state.retrySeconds).toBeGreaterThanOrEqual(1);
        expect(Number.isSafeInteger(state.retrySeconds)).toBe(true);
        wait(state.retrySeconds * 1_000_000);
        expect((await buckets.take('k', policy)).granted).toBe(true);
      }),
    );
  });

  it('R§2.6 the headers are exact: r more requests are granted and not one more, and the bucket is full after t seconds but not before t - 1', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async ([policy, waits]) => {
        const replay = async () => {
          const world = virtual();
          let state: BucketState = { granted: true, remaining: policy.burst, resetSeconds: 0, retrySeconds: 1 };
          for (const pause of waits) {
            world.wait(pause);
            state = await world.buckets.take('k', policy);
          }
          return { ...world, state };
        };
        const drainable = async ({ buckets }: { buckets: TokenBuckets }): Promise<number> => {
          let taken = 0;
          while ((await buckets.take('k', policy)).granted) taken += 1;
          return taken;
        };
        const first = await replay();
        expect(await drainable(first)).toBe(first.state.remaining);
        const second = await replay();
        second.wait(second.state.resetSeconds * 1_000_000);
        expect(await drainable(second)).toBe(policy.burst);
        const third = await replay();
        third.wait((third.state.resetSeconds - 1) * 1_000_000);
        expect(await drainable(third)).toBeLessThan(policy.burst);
      }),
      { numRuns: runsOf(60, 2000) },
    );
  });

  it('R§2.6 I§8 Account API rate: each key has its own bucket', async () => {
    const policy = { rate: 10, burst: 30 };
    const alone = virtual();
    const among = virtual();
    const keys = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), gaps(policy)), { maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(keys, async (requests) => {
        for (const [key, pause] of requests) {
          alone.wait(pause);
          among.wait(pause);
          const shared = await among.buckets.take(key, policy);
          if (key === 'a') expect(shared).toEqual(await alone.buckets.take(key, policy));
        }
      }),
    );
  });

  it('R§6.8 R§2.5 a changed policy applies to the next request, and spent tokens stay spent', async () => {
    const { buckets, wait } = virtual();
    const slow = { rate: 1, burst: 3 };
    const fast = { rate: 10, burst: 30 };
    for (let taken = 0; taken < 3; taken += 1) await buckets.take('k', slow);
    expect((await buckets.take('k', slow)).granted).toBe(false);
    expect(await buckets.take('k', fast)).toMatchObject({ granted: true, remaining: 26 });
    wait(400_000);
    expect(await buckets.take('k', fast)).toMatchObject({ granted: true, remaining: 29 });
    for (let taken = 0; taken < 29; taken += 1) await buckets.take('k', fast);
    // 30 spent tokens are more than the smaller bucket has: it is empty, not in debt.
    expect((await buckets.take('k', slow)).granted).toBe(false);
    wait(1_000_000);
    expect(await buckets.take('k', slow)).toMatchObject({ granted: true, remaining: 0 });
  });

  it('R§2.6 full buckets are forgotten, and no others', async () => {
    const { buckets, wait } = virtual();
    const policy = { rate: 10, burst: 30 };
    for (let key = 0; key < 500; key += 1) await buckets.take(`once ${key}`, policy);
    for (let taken = 0; taken < 30; taken += 1) await buckets.take('busy', policy);
    expect(buckets.size).toBe(501);
    wait(1_100_000);
    await buckets.take('other', policy);
    expect(buckets.size).toBe(2);
    expect(await buckets.take('busy', policy)).toMatchObject({ granted: true, remaining: 10 });
  });

  it('R§2.6 an unbounded stream of keys keeps only the buckets of the last seconds', async () => {
    const { buckets, wait } = virtual();
    let most = 0;
    for (let key = 0; key < 20_000; key += 1) {
      await buckets.take(`key ${key}`, { rate: 10, burst: 30 });
      wait(1000);
      most = Math.max(most, buckets.size);
    }
    expect(most).toBeLessThanOrEqual(1200);
  });
});
