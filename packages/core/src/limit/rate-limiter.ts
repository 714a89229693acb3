import type { BucketPolicy, BucketState } from './bucket.ts';

/** Where the buckets live: in this process, or shared by all instances. */
export interface RateLimiter {
  /** Takes one token of the bucket `key`, if there is one. Never fails. */
  take(key: string, policy: BucketPolicy): Promise<BucketState>;
}
