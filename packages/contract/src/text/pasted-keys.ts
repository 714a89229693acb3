import { prefixLength, tokenKinds } from './tokens.ts';

/** A key, known by its beginning, however damaged, unless an e-mail or domain follows. */
const key = new RegExp(
  `goal_(?:${Object.values(tokenKinds).join('|')})_(?:([a-z0-9]{0,${prefixLength}})[^\\sa-z0-9@.]|[a-z0-9]{${prefixLength + 1}})\\S*`,
  'gi',
);
/** A key's secret without its beginning, unless a domain or an e-mail goes on beside it. */
const secret = new RegExp(
  `(?<![a-z0-9.@-])(?:(?:[a-z]+_[a-z]+_)?([a-z0-9]{${prefixLength}})_)?[a-z0-9]{32,}(?![a-z0-9.@-])`,
  'gi',
);

/**
 * Cuts each whole key in a typed or pasted text down to its prefix, which is not secret, and
 * removes everything that may be a secret, even of a key that is damaged at either end: a secret
 * must reach no URL, no log and no statement.
 */
export function withoutSecrets(text: string): string {
  return withoutKeys(text).replace(secret, prefixOf);
}

/** The same for whole keys alone, in a text where other long words are meant as they stand. */
export function withoutKeys(text: string): string {
  return text.replace(key, prefixOf);
}

const prefixOf = (_whole: string, prefix: string | undefined): string => prefix?.toLowerCase() ?? '';

/** Whether a text could be the prefix of a key. */
export function isPrefix(text: string): boolean {
  return text.length === prefixLength && /^[a-z0-9]+$/.test(text);
}
