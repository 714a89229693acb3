import type { BucketPolicy, BucketState, Verdict } from './bucket.ts';

/** The token buckets, in this process or shared by all instances. */
export interface RateLimiter {
  /** Takes one token from the bucket `key`, if it has one. Never fails. */
  take(key: string, policy: BucketPolicy): Promise<BucketState>;
}

/** The buckets of an instance, from which it continues when a shared store is away. */
export interface OwnBuckets extends RateLimiter {
  /** Stores a shared store's verdict on a bucket. */
  note(key: string, verdict: Verdict, policy: BucketPolicy): void;
  /** The number of buckets that this process keeps. */
  readonly size: number;
}
