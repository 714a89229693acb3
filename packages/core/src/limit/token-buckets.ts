/** How a bucket fills: `rate` tokens a second up to `burst`; whole numbers. */
export type BucketPolicy = { rate: number; burst: number };

/** What one request found: whether it was granted, and the bucket after it. */
export type BucketState = {
  granted: boolean;
  /** Whole tokens left. */
  remaining: number;
  /** Whole seconds until the bucket is full again. */
  resetSeconds: number;
  /** Whole seconds until the next token, at least 1; only meaningful where nothing was granted. */
  retrySeconds: number;
};

/** Where the buckets live: in this process, or shared by all instances. */
export interface RateLimiter {
  /** Takes one token of the bucket `key`, if there is one. */
  take(key: string, policy: BucketPolicy): Promise<BucketState>;
}

/** Tokens are counted in millionths, and time in microseconds: then a rate in tokens a second is a whole number of millionths a microsecond, and nothing is ever rounded. */
const token = 1_000_000;

type Bucket = { spent: number; at: number; rate: number };

/**
 * Token buckets in memory, exact by definition (rulings §2.6): a bucket starts full, loses one token a granted request and gains `rate` a second
 * up to `burst`. What is kept is what was spent, so that a changed policy binds at once, and a bucket that is full again is no bucket:
 * idle ones are forgotten.
 */
export class TokenBuckets implements RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private swept: number;

  /** `now` gives milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.swept = this.microseconds();
  }

  // The interface is asynchronous because a shared store is; the judgement itself happens in one step.
  take(key: string, policy: BucketPolicy): Promise<BucketState> {
    return Promise.resolve(this.takeNow(key, policy));
  }

  private takeNow(key: string, { rate, burst }: BucketPolicy): BucketState {
    const at = this.microseconds();
    this.sweep(at);
    const bucket = this.buckets.get(key);
    const refilled = bucket === undefined ? 0 : bucket.spent - (at - bucket.at) * bucket.rate;
    const before = Math.min(Math.max(refilled, 0), burst * token);
    const granted = before + token <= burst * token;
    const spent = granted ? before + token : before;
    this.buckets.set(key, { spent, at, rate });
    return {
      granted,
      remaining: Math.floor((burst * token - spent) / token),
      resetSeconds: Math.ceil(spent / (rate * token)),
      retrySeconds: Math.max(1, Math.ceil((spent + token - burst * token) / (rate * token))),
    };
  }

  /** How many buckets are not full. */
  get size(): number {
    return this.buckets.size;
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
