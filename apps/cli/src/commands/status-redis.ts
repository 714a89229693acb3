import { lookAtRedis } from '@goal/core';

/** The state of Redis in `goal status`; null without REDIS_URL. */
export type RedisStatus = { reachable: boolean; reason: string | null } | null;

/**
 * Asks Redis for a rate-limit token, as the instances do: it must answer within 50 ms. Returns
 * within 2 s.
 */
export async function redisStatus(redisUrl: string | undefined): Promise<RedisStatus> {
  return redisUrl === undefined ? null : await lookAtRedis(redisUrl);
}

/** The line on the screen: its label and text. */
export function redisLine(redis: RedisStatus): [string, string] {
  if (redis === null) return ['Redis', 'none: each instance applies rate limits by itself'];
  return ['Redis', redis.reachable ? 'reachable: rate limits are shared' : `out of reach: ${redis.reason ?? ''}`];
}

/** The problems with Redis that need an operator. */
export function redisConcerns(redis: RedisStatus): string[] {
  return redis === null || redis.reachable
    ? []
    : ['Redis is out of reach: each instance applies rate limits by itself.'];
}
