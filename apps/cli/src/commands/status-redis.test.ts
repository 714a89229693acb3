import { startRedis } from '@goal/db/testing';
import { expect, test } from 'vitest';

import { redisConcerns, redisLine, redisStatus } from './status-redis.ts';

test('R§9.1 R§2.6 status says whether Redis shares the rate limits, and a Redis that is away wants a person', async () => {
  const none = await redisStatus(undefined);
  expect([redisLine(none)[1], redisConcerns(none)]).toEqual(['none: each instance limits rates by itself', []]);
  const redis = await startRedis();
  try {
    const there = await redisStatus(redis.url);
    expect([redisLine(there)[1], redisConcerns(there)]).toEqual(['answers; rate limits are shared', []]);
    await redis.kill();
    const away = await redisStatus(redis.url);
    expect(away).toEqual({ reachable: false, reason: 'ECONNREFUSED' });
    expect(redisLine(away)[1]).toBe('out of reach: ECONNREFUSED');
    expect(redisConcerns(away)).toEqual(['Redis is out of reach: each instance limits rates by itself.']);
  } finally {
    await redis.stop();
  }
});
