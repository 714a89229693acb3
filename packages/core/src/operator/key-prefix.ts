import { prefixLength, tokenKinds } from '@goal/contract';

const bare = new RegExp(`^[a-z0-9]{${prefixLength}}$`);
/** A whole key, or as much of it as was pasted. */
const key = new RegExp(`^goal_(?:${Object.values(tokenKinds).join('|')})_([^_]*)`);

/** True for what begins like a whole key: it may hold a secret, so it is looked for nowhere else than by its prefix. */
export function isKey(text: string): boolean {
  return key.test(text);
}

/** The prefix in what an operator pasted: the prefix itself, or that of a whole key; undefined where there is none. */
export function prefixIn(text: string): string | undefined {
  const prefix = key.exec(text)?.[1] ?? text;
  return bare.test(prefix) ? prefix : undefined;
}
