import { createHash } from 'node:crypto';

const words = { site: 'live', account: 'acct', group: 'grp' } as const;

/**
 * A key of the data set. `ordinal` counts the keys of its kind. The key is derived from the data
 * set's `secret`, so that each run computes the same one.
 */
export function keyOf(secret: string, kind: keyof typeof words, ordinal: number): { token: string; prefix: string } {
  const prefix = ordinal.toString(36).padStart(8, '0');
  const own = createHash('sha256').update(`${secret} ${kind} ${ordinal}`).digest('hex').slice(0, 32);
  return { token: `goal_${words[kind]}_${prefix}_${own}`, prefix };
}

/** A token's hash as the text of a bytea. */
export function hashOf(token: string): string {
  return `\\x${createHash('sha256').update(token).digest('hex')}`;
}
