import { createHash } from 'node:crypto';

const words = { site: 'live', account: 'acct', group: 'grp' } as const;

/** A key of the data set: `no` counts the keys of its kind, and `secret` is the data set's own, so the same key is made again at each run. */
export function keyOf(secret: string, kind: keyof typeof words, rowId: number): { token: string; prefix: string } {
  const prefix = rowId.toString(36).padStart(8, '0');
  const own = createHash('sha256').update(`${secret} ${kind} ${rowId}`).digest('hex').slice(0, 32);
  return { token: `goal_${words[kind]}_${prefix}_${own}`, prefix };
}

/** A token's hash as the text of a bytea. */
export function hashOf(token: string): string {
  return `\\x${createHash('sha256').update(token).digest('hex')}`;
}
