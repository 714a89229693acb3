import { isPrefix, tokenKinds, withoutSecrets } from '@goal/contract';

const beginning = new RegExp(`^goal_(?:${Object.values(tokenKinds).join('|')})_`, 'i');

/** True where a text holds what may be a secret: nothing of it goes into a statement, except a key's prefix. */
export function holdsSecret(text: string): boolean {
  return withoutSecrets(text) !== text;
}

/** True for a key, as much of it as was pasted, and for what holds a secret: it is looked for nowhere else than by its prefix. */
export function isKey(text: string): boolean {
  return beginning.test(text) || holdsSecret(text);
}

/** The prefix in what an operator pasted: the prefix itself, or that of a key, whole or damaged; undefined where there is none. */
export function prefixIn(text: string): string | undefined {
  const prefix = withoutSecrets(text).replace(beginning, '');
  return isPrefix(prefix) ? prefix : undefined;
}
