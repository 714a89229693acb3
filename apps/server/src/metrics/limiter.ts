import type { TokenBuckets } from '@goal/core';
import { Counter, type Registry } from 'prom-client';

import { gauge } from './figures.ts';

/** Registers the rate limiter's metrics. Returns a function that counts its decisions. */
export function registerLimiter(registry: Registry, buckets: TokenBuckets): (bucket: string, granted: boolean) => void {
  const limited = new Counter({
    name: 'goal_rate_limit_total',
    help: 'Decisions of the rate limiter',
    labelNames: ['bucket', 'result'],
    registers: [registry],
  });
  const notFull = 'Token buckets of this process that are not full';
  gauge(registry, { name: 'goal_rate_limit_buckets', help: notFull }, () => buckets.size);
  return (bucket, granted) => limited.inc({ bucket, result: granted ? 'granted' : 'limited' });
}
