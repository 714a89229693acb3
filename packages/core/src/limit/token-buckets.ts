import { stateOf, takeToken, token, type Bucket, type BucketPolicy, type BucketState, type Verdict } from './bucket.ts';
import type { RateLimiter } from './rate-limiter.ts';

/**
 * Token buckets in memory, exact by definition (rulings §2.6). A bucket that is full again is
 * forgotten.
 */
export class TokenBuckets implements RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private swept: number;

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.swept = this.microseconds();
  }

  // Asynchronous only because a shared store is; the judgement itself is one step.
  take(key: string, policy: BucketPolicy): Promise<BucketState> {
    const at = this.microseconds();
    const verdict = takeToken(this.buckets.get(key), at, policy);
    this.keep(key, { spent: verdict.spent, at, rate: policy.rate });
    return Promise.resolve(stateOf(verdict, policy));
  }

  /** Takes over a shared store's verdict, to continue while that is away. */
  note(key: string, { spent }: Verdict, { rate }: BucketPolicy): void {
    this.keep(key, { spent, at: this.microseconds(), rate });
  }

  /** The number of buckets that are kept. */
  get size(): number {
    return this.buckets.size;
  }

  private keep(key: string, bucket: Bucket): void {
    this.sweep(bucket.at);
    this.buckets.set(key, bucket);
  }

  /** Forgets full buckets once a second, so that the requests of a refill bound their number. */
  private sweep(at: number): void {
    if (at - this.swept < token) return;
    this.swept = at;
    for (const [key, bucket] of this.buckets) {
      if (bucket.spent <= (at - bucket.at) * bucket.rate) this.buckets.delete(key);
    }
  }

  private microseconds(): number {
    // Rounds: a whole number of microseconds, given in milliseconds, may come back too small.
    return Math.round(this.now() * 1000);
  }
}
