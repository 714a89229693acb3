import { isPrefix, tokenKinds, withoutSecrets } from '@goal/contract';

const beginning = new RegExp(`^goal_(?:${Object.values(tokenKinds).join('|')})_`, 'i');

/**
 * True if a text contains a possible secret. Then only a key's prefix in it may reach a statement.
 */
export function holdsSecret(text: string): boolean {
  return withoutSecrets(text) !== text;
}

/** True for a key, its beginning, or a possible secret: searched by its prefix alone. */
export function isKey(text: string): boolean {
  return beginning.test(text) || holdsSecret(text);
}

/** The prefix of a pasted key, bare, complete or damaged; undefined if there is none. */
export function prefixIn(text: string): string | undefined {
  const prefix = withoutSecrets(text).replace(beginning, '');
  return isPrefix(prefix) ? prefix : undefined;
}
