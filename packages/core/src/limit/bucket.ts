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

/** Tokens are counted in millionths, and time in microseconds: then a rate in tokens a second is a whole number of millionths a microsecond, and nothing is ever rounded. */
export const token = 1_000_000;

/** What is kept of a bucket: what was spent at a moment, so that a changed policy binds at once, and the rate at which it fills since. */
export type Bucket = { spent: number; at: number; rate: number };

/** What the rule says of one request: whether it was granted, and what is spent after it. */
export type Verdict = { granted: boolean; spent: number };

/**
 * The rule (rulings §2.6): a bucket starts full, loses one token a granted request and gains `rate` a second up to `burst`. `at` in microseconds; a
 * clock that goes back gives nothing. The same in Lua: `bucket-script.ts`.
 */
export function takeToken(bucket: Bucket | undefined, at: number, { burst }: BucketPolicy): Verdict {
  const refilled = bucket === undefined ? 0 : bucket.spent - Math.max(0, at - bucket.at) * bucket.rate;
  const before = Math.min(Math.max(refilled, 0), burst * token);
  const granted = before + token <= burst * token;
  return { granted, spent: granted ? before + token : before };
}

/** The same verdict as the headers tell it (rulings §2.6). */
export function stateOf({ granted, spent }: Verdict, { rate, burst }: BucketPolicy): BucketState {
  return {
    granted,
    remaining: Math.floor((burst * token - spent) / token),
    resetSeconds: Math.ceil(spent / (rate * token)),
    retrySeconds: Math.max(1, Math.ceil((spent + token - burst * token) / (rate * token))),
  };
}
