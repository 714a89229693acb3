import { startRedis } from '@goal/db/testing';
import { expect, test } from 'vitest';

import { redisConcerns, redisLine, redisStatus } from './status-redis.ts';

test('R§9.1 R§2.6 status says whether rate limits are shared through Redis, and lists an unreachable Redis as a problem', async () => {
  const none = await redisStatus(undefined);
  expect([redisLine(none)[1], redisConcerns(none)]).toEqual(['none: each instance applies rate limits by itself', []]);
  const redis = await startRedis();
  try {
    const there = await redisStatus(redis.url);
    expect([redisLine(there)[1], redisConcerns(there)]).toEqual(['reachable: rate limits are shared', []]);
    await redis.kill();
    const away = await redisStatus(redis.url);
    expect(away).toEqual({ reachable: false, reason: 'ECONNREFUSED' });
    expect(redisLine(away)[1]).toBe('out of reach: ECONNREFUSED');
    expect(redisConcerns(away)).toEqual(['Redis is out of reach: each instance applies rate limits by itself.']);
  } finally {
    await redis.stop();
  }
});
