import { lookAtRedis } from '@goal/core';

/** What `goal status` says of Redis; null without REDIS_URL. */
export type RedisStatus = { reachable: boolean; reason: string | null } | null;

/** Looks for itself, as the instances do: whether Redis takes a token within 50 ms. Done within 2 s. */
export async function redisStatus(redisUrl: string | undefined): Promise<RedisStatus> {
  return redisUrl === undefined ? null : await lookAtRedis(redisUrl);
}

/** The line of the screen. */
export function redisLine(redis: RedisStatus): [string, string] {
  if (redis === null) return ['Redis', 'none: each instance limits rates by itself'];
  return ['Redis', redis.reachable ? 'answers; rate limits are shared' : `out of reach: ${redis.reason ?? ''}`];
}

/** What of it wants a person. */
export function redisConcerns(redis: RedisStatus): string[] {
  return redis === null || redis.reachable ? [] : ['Redis is out of reach: each instance limits rates by itself.'];
}
