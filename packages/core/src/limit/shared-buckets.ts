import { createHash } from 'node:crypto';

import { rows, type Database } from '@goal/db';

import { stateOf, type BucketPolicy, type BucketState } from './bucket.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { RedisLink, type LinkChange } from './redis-link.ts';
import type { TokenBuckets } from './token-buckets.ts';

/**
 * Buckets that all instances on one database share through Redis (rulings §2.6): together they
 * grant exactly the documented rate. While Redis is away, each instance judges by itself, starting
 * from the last known state of each bucket, and nothing fails.
 */
export class SharedBuckets implements RateLimiter {
  /** The number of requests that this instance judged without Redis. */
  judgedAlone = 0;

  /** `own` are the buckets of this instance; `nameOf` gives a bucket's name in Redis. */
  constructor(
    private readonly link: Pick<RedisLink, 'isThere' | 'take' | 'close'>,
    private readonly own: TokenBuckets,
    private readonly nameOf: (key: string) => string,
  ) {}

  /** True while the buckets are shared. */
  get isShared(): boolean {
    return this.link.isThere;
  }

  async take(key: string, policy: BucketPolicy): Promise<BucketState> {
    const verdict = await this.link.take(this.nameOf(key), policy);
    if (verdict === undefined) {
      this.judgedAlone += 1;
      return await this.own.take(key, policy);
    }
    this.own.note(key, verdict, policy);
    return stateOf(verdict, policy);
  }

  close(): Promise<void> {
    return this.link.close();
  }
}

/**
 * Connects, and resolves once it is known whether Redis is there. Calls `onChange` then and at
 * every later change. Needs a database that answers.
 */
export async function openSharedBuckets(
  db: Database,
  { url, own, onChange }: { url: string; own: TokenBuckets; onChange: LinkChange },
): Promise<SharedBuckets> {
  const nameOf = await bucketNames(db);
  return await new Promise((resolve) => {
    const link = new RedisLink(url, (state, reason) => {
      onChange(state, reason);
      resolve(buckets);
    });
    const buckets = new SharedBuckets(link, own, nameOf);
  });
}

/** Bucket names, the same on all instances: a database's first migration has a random id. */
async function bucketNames(db: Database): Promise<(key: string) => string> {
  const [first] = await rows<[id: string]>(db.work, {
    name: 'first migration',
    text: 'select id from _prisma_migrations order by migration_name, started_at limit 1',
    values: [],
  });
  const id = first?.[0] ?? '';
  return (key) => `goal:${createHash('sha256').update(`${id} ${key}`).digest('base64url').slice(0, 22)}`;
}

/** For the operator on call: whether Redis answers as the instances need it, or else why not. */
export function lookAtRedis(url: string): Promise<{ reachable: boolean; reason: string | null }> {
  return new Promise((resolve) => {
    const link: RedisLink = new RedisLink(url, (state, reason) => {
      resolve({ reachable: state === 'there', reason: state === 'there' ? null : reason });
      void link.close();
    });
  });
}
