import { isPrefix, tokenKinds, withoutSecrets } from '@goal/contract';

const beginning = new RegExp(`^goal_(?:${Object.values(tokenKinds).join('|')})_`, 'i');

/**
 * True if a text contains a possible secret. Then only a key's prefix in it may reach a statement.
 */
export function holdsSecret(text: string): boolean {
  return withoutSecrets(text) !== text;
}

/**
 * True for a key or the beginning of one, and for a possible secret. Such a text is only searched
 * by its prefix.
 */
export function isKey(text: string): boolean {
  return beginning.test(text) || holdsSecret(text);
}

/**
 * The prefix in a pasted text: a bare prefix, or that of a complete or damaged key; undefined if
 * there is none.
 */
export function prefixIn(text: string): string | undefined {
  const prefix = withoutSecrets(text).replace(beginning, '');
  return isPrefix(prefix) ? prefix : undefined;
}
