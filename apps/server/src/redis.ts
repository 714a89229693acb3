import { openSharedBuckets, type SharedBuckets, type TokenBuckets } from '@goal/core';
import type { Database } from '@goal/db';
import { Counter, Gauge, type Registry } from 'prom-client';

import type { Logger } from './log.ts';

/**
 * Opens the buckets that all instances share; undefined without `redisUrl`. Resolves once it is
 * known whether Redis is there. Each change is logged once (rulings §2.6).
 */
export async function openRedis(
  db: Database,
  redisUrl: string | undefined,
  { own, log }: { own: TokenBuckets; log: Logger },
): Promise<SharedBuckets | undefined> {
  if (redisUrl === undefined) return undefined;
  return await openSharedBuckets(db, {
    url: redisUrl,
    own,
    onChange(state, reason) {
      if (state === 'there') log.info('Redis is there: rate limits are shared by all instances');
      else log.warn({ reason }, 'Redis is out of reach: this instance limits by itself until it is back');
    },
  });
}

/** Registers the metrics of the shared buckets; none without REDIS_URL. */
export function measureRedis(registry: Registry, buckets: SharedBuckets | undefined): void {
  if (buckets === undefined) return;
  const registers = [registry];
  new Gauge({
    name: 'goal_redis_up',
    help: '1 while the rate buckets are shared through Redis, 0 while this instance limits by itself',
    registers,
    collect() {
      this.set(buckets.isShared ? 1 : 0);
    },
  });
  new Counter({
    name: 'goal_redis_judged_alone_total',
    help: 'Requests whose rate this instance judged by itself, because Redis did not answer in time',
    registers,
    collect() {
      this.reset();
      this.inc(buckets.judgedAlone);
    },
  });
}
