import type { BucketPolicy, BucketState } from './bucket.ts';

/** The token buckets, in this process or shared by all instances. */
export interface RateLimiter {
  /** Takes one token from the bucket `key`, if it has one. Never fails. */
  take(key: string, policy: BucketPolicy): Promise<BucketState>;
}
