/** How a bucket fills: `rate` tokens per second, up to `burst`. Both are integers. */
export type BucketPolicy = { rate: number; burst: number };

/** The outcome of one request: whether it was granted, and the state of the bucket afterwards. */
export type BucketState = {
  granted: boolean;
  /** Whole tokens left. */
  remaining: number;
  /** Whole seconds until the bucket is full again. */
  resetSeconds: number;
  /**
   * Whole seconds until the next token, at least 1; only meaningful if the request was not granted.
   */
  retrySeconds: number;
};

/**
 * Tokens are counted in millionths and time in microseconds. So a rate in tokens per second is an
 * integer in millionths per microsecond, and nothing is ever rounded.
 */
export const token = 1_000_000;

/** A bucket stores what was spent at a moment, not what is left: a new policy applies at once. */
export type Bucket = { spent: number; at: number; rate: number };

/** The rule's decision about one request: whether it is granted, and what is spent afterwards. */
export type Verdict = { granted: boolean; spent: number };

/**
 * The rule (rulings §2.6): a bucket starts full, loses one token per granted request and gains
 * `rate` tokens per second, up to `burst`. `at` is in microseconds; a clock that goes back adds
 * nothing. `bucket-script.ts` is the same rule in Lua.
 */
export function takeToken(bucket: Bucket | undefined, at: number, { burst }: BucketPolicy): Verdict {
  const refilled = bucket === undefined ? 0 : bucket.spent - Math.max(0, at - bucket.at) * bucket.rate;
  const before = Math.min(Math.max(refilled, 0), burst * token);
  const granted = before + token <= burst * token;
  return { granted, spent: granted ? before + token : before };
}

/** The verdict in the figures of the headers (rulings §2.6). */
export function stateOf({ granted, spent }: Verdict, { rate, burst }: BucketPolicy): BucketState {
  return {
    granted,
    remaining: Math.floor((burst * token - spent) / token),
    resetSeconds: Math.ceil(spent / (rate * token)),
    retrySeconds: Math.max(1, Math.ceil((spent + token - burst * token) / (rate * token))),
  };
}
