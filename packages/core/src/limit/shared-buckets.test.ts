import { refillOf, runsOf, startRedis, until, waitLimitMs, type TestRedis } from '@goal/db/testing';
import { createClient } from '@redis/client';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { bucketScript } from './bucket-script.ts';
import { takeToken, type Bucket, type BucketPolicy } from './bucket.ts';
import { isRedisUrl, type LinkChange, type LinkLimits, RedisLink } from './redis-link.ts';
import { SharedBuckets } from './shared-buckets.ts';
import { TokenBuckets } from './token-buckets.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const policies: BucketPolicy[] = [
  { rate: 10, burst: 30 },
  { rate: 50, burst: 200 },
  { rate: 1, burst: 3 },
  { rate: 7, burst: 21 },
  { rate: 1000, burst: 3000 },
  { rate: 3, burst: 1 },
];

describe('R§2.6 the script of the shared buckets', () => {
  const client = () => createClient({ url: redis.url });
  let asked: ReturnType<typeof client>;
  beforeAll(async () => {
    asked = await client().connect();
  });
  afterAll(() => asked.close());

  it('decides exactly like the rule in one process, to the millionth of a token, for any sequence of times and policies, even with clocks that go back', async () => {
    const steps = fc.array(
      fc.tuple(
        fc.constantFrom(...policies),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant(0) },
          fc.nat(120_000),
          fc.nat(5_000_000),
          fc.integer({ min: -50_000, max: 0 }),
        ),
      ),
      { minLength: 1, maxLength: 60 },
    );
    const script = bucketScript({ clock: 'local now = tonumber(ARGV[3])', life: '60000' });
    let sequence = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const key = `sequence ${(sequence += 1)}`;
        // Times at which microseconds since 1970 have 16 digits, as they do today.
        let [bucket, at]: [Bucket | undefined, number] = [undefined, 1_795_000_000_000_000];
        const expected: [number, number][] = [];
        const answers: Promise<unknown>[] = [];
        for (const [policy, pause] of taken) {
          at += pause;
          const { granted, spent } = takeToken(bucket, at, policy);
          bucket = { spent, at, rate: policy.rate };
          expected.push([granted ? 1 : 0, spent]);
          answers.push(asked.eval(script, { keys: [key], arguments: [policy.rate, policy.burst, at].map(String) }));
        }
        expect(await Promise.all(answers)).toEqual(expected);
      }),
      { numRuns: runsOf(50, 2000) },
    );
  });

  it('a bucket stays in Redis until it is full again, and no longer', async () => {
    const whole = asked.multi();
    for (let n = 0; n < 30; n += 1) whole.eval(bucketScript(), { keys: ['life'], arguments: ['10', '30'] });
    const passed = refillOf(1000);
    const lifeMs = Number((await whole.pTTL('life').exec()).at(-1));
    // All in one transaction, during which time passes all the same.
    expect(lifeMs).toBeLessThanOrEqual(3001);
    expect(lifeMs).toBeGreaterThanOrEqual(3000 - passed());
  });
});

describe('R§2.6 buckets that several processes share', () => {
  const slow = { rate: 1, burst: 30 };
  /** Long enough that an answer of Redis is never too late. */
  const patient = { answerMs: waitLimitMs, connectMs: waitLimitMs };
  const open: SharedBuckets[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await redis.kill();
    await redis.restart();
  });

  /** The buckets of one process; `said` collects what its log would say. */
  async function instance(url = redis.url, limits: LinkLimits = patient) {
    const said: string[] = [];
    const own = new TokenBuckets();
    const buckets = await new Promise<SharedBuckets>((resolve) => {
      const onChange: LinkChange = (state, reason) => {
        said.push(`${state} ${reason}`.trim());
        resolve(made);
      };
      const link = new RedisLink(url, onChange, limits);
      const made = new SharedBuckets(link, own, (key) => `test:${key}`);
    });
    open.push(buckets);
    const granted = async (requests: number, policy: BucketPolicy): Promise<number> =>
      (await Promise.all(Array.from({ length: requests }, () => buckets.take('k', policy)))).filter(
        (one) => one.granted,
      ).length;
    return { buckets, said, own, granted };
  }

  /** Expects exactly these, plus what the rate has given since: one per second. */
  function expectGranted(granted: number, { tokens, refill }: { tokens: number; refill: () => number }): void {
    expect(granted).toBeGreaterThanOrEqual(tokens);
    expect(granted).toBeLessThanOrEqual(tokens + refill());
  }

  it('three processes together grant exactly one burst', async () => {
    const all = await Promise.all([instance(), instance(), instance()]);
    const refill = refillOf(slow.rate);
    const granted = await Promise.all(all.map((one) => one.granted(20, slow)));
    expectGranted(
      granted.reduce((sum, n) => sum + n, 0),
      { tokens: 30, refill },
    );
    expect(all.map(({ said, buckets }) => [...said, buckets.judgedAlone])).toEqual(Array(3).fill(['there', 0]));
  });

  it('when Redis dies, each process continues from its last known state, no request fails or waits, and each change is reported once', async () => {
    const { buckets, said, granted } = await instance();
    const refill = refillOf(slow.rate);
    expect(await granted(25, slow)).toBe(25);
    await redis.kill();
    await until(() => !buckets.isShared);
    expectGranted(await granted(50, slow), { tokens: 5, refill });
    expect(buckets.judgedAlone).toBe(50);
    await redis.restart();
    await until(() => buckets.isShared);
    expect((await buckets.take('k', slow)).granted).toBe(true);
    expect(buckets.judgedAlone).toBe(50);
    expect(said).toEqual(['there', expect.stringMatching(/^away /), 'there']);
  });

  it('when Redis stops answering, requests of that moment are judged alone and later ones do not ask it; they do again once it answers', async () => {
    const policy = { rate: 1000, burst: 3000 };
    const { buckets, said, granted } = await instance(redis.url, { ...patient, answerMs: 1000 });
    await until(() => buckets.isShared);
    said.length = 0;
    redis.signal('SIGSTOP');
    expect(await granted(10, policy)).toBe(10);
    expect(buckets.isShared).toBe(false);
    expect(await granted(10, policy)).toBe(10);
    expect(buckets.judgedAlone).toBe(20);
    redis.signal('SIGCONT');
    await until(() => buckets.isShared);
    expect(said).toEqual(['away no answer within 1000 ms', 'there']);
  });

  it('a Redis that has lost the script gets it again, and a Redis that was never there causes no failure', async () => {
    const { buckets, granted } = await instance();
    const other = await createClient({ url: redis.url }).connect();
    await other.scriptFlush();
    await other.close();
    expect(await granted(5, slow)).toBe(5);
    expect(buckets.judgedAlone).toBe(0);
    const wrong = await instance(redis.url.replace(redis.password, 'wrong-secret'));
    const refill = refillOf(slow.rate);
    expectGranted(await wrong.granted(40, slow), { tokens: 30, refill });
    expect(wrong.said).toHaveLength(1);
    expect(wrong.said[0]).toMatch(/^away WRONGPASS/);
    expect(wrong.said[0]).not.toContain('secret');
    const nowhere = await instance('redis://127.0.0.1:1/0');
    expect(nowhere.said).toEqual(['away ECONNREFUSED']);
    expectGranted(await nowhere.granted(40, slow), { tokens: 30, refill });
  });
});

it.each([
  ['redis://127.0.0.1', true],
  ['rediss://user:p%40ss@redis.example.com:6380/3', true],
  ['redis://:secret@[::1]:6379/', true],
  ['redis://', false],
  ['http://127.0.0.1:6379', false],
  ['redis://user:100%@host', false],
  ['redis://user:%ff@host', false],
  ['redis://host:port', false],
  ['redis://host/0?x=1', false],
  ['redis://host/name', false],
])('REDIS_URL %s is read: %s', (url, isOne) => {
  expect(isRedisUrl(url)).toBe(isOne);
});
