import { prefixLength, tokenKinds } from '@goal/contract';

const key = new RegExp(`goal_(?:${Object.values(tokenKinds).join('|')})_([a-z0-9]{${prefixLength}})_\\S*`, 'g');

/**
 * A text that was typed or pasted, with each whole key cut down to its prefix, which is no secret: what follows must never leave the page, not
 * even in its own URL. Also of a key that is damaged behind its prefix.
 */
export function withoutSecrets(text: string): string {
  return text.replace(key, '$1');
}

/** Whether a text may be the prefix of a key. */
export function isPrefix(text: string): boolean {
  return text.length === prefixLength && /^[a-z0-9]+$/.test(text);
}
