import { stateOf, takeToken, token, type Bucket, type BucketPolicy, type BucketState, type Verdict } from './bucket.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Token buckets in memory, exact by definition (rulings §2.6). A bucket that is full again is no bucket: idle ones are forgotten. */
export class TokenBuckets implements RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private swept: number;

  /** `now` gives milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.swept = this.microseconds();
  }

  // The interface is asynchronous because a shared store is; the judgement itself happens in one step.
  take(key: string, policy: BucketPolicy): Promise<BucketState> {
    const at = this.microseconds();
    const verdict = takeToken(this.buckets.get(key), at, policy);
    this.keep(key, { spent: verdict.spent, at, rate: policy.rate });
    return Promise.resolve(stateOf(verdict, policy));
  }

  /** What a shared store has said of a bucket: it goes on from there when the store is away. */
  note(key: string, { spent }: Verdict, { rate }: BucketPolicy): void {
    this.keep(key, { spent, at: this.microseconds(), rate });
  }

  /** How many buckets are not full. */
  get size(): number {
    return this.buckets.size;
  }

  private keep(key: string, bucket: Bucket): void {
    this.sweep(bucket.at);
    this.buckets.set(key, bucket);
  }

  /** Once a second every bucket that has filled up is forgotten: what is left is bounded by the requests of the last burst's seconds. */
  private sweep(at: number): void {
    if (at - this.swept < token) return;
    this.swept = at;
    for (const [key, bucket] of this.buckets) {
      if (bucket.spent <= (at - bucket.at) * bucket.rate) this.buckets.delete(key);
    }
  }

  private microseconds(): number {
    // Rounded, not cut: what a clock of whole microseconds says in milliseconds may come back a trifle too small.
    return Math.round(this.now() * 1000);
  }
}
