import { prefixLength, tokenKinds } from './tokens.ts';

/** A key by its beginning, in letters of any case, however damaged behind it; what goes on as an e-mail or a domain is none. */
const key = new RegExp(
  `goal_(?:${Object.values(tokenKinds).join('|')})_(?:([a-z0-9]{0,${prefixLength}})[^\\sa-z0-9@.]|[a-z0-9]{${prefixLength + 1}})\\S*`,
  'gi',
);
/** A secret whose key has lost its beginning, with what is left of that. Beside a dot, a hyphen or an @ it is part of a domain or an e-mail. */
const secret = new RegExp(
  `(?<![a-z0-9.@-])(?:(?:[a-z]+_[a-z]+_)?([a-z0-9]{${prefixLength}})_)?[a-z0-9]{32,}(?![a-z0-9.@-])`,
  'gi',
);

/**
 * A text that was typed or pasted, with each whole key cut down to its prefix, which is no secret, and without what may be the secret of one:
 * it must reach no URL, no log and no statement. Also of a key that is damaged, in front or behind.
 */
export function withoutSecrets(text: string): string {
  const prefixOf = (_whole: string, prefix: string | undefined): string => prefix?.toLowerCase() ?? '';
  return text.replace(key, prefixOf).replace(secret, prefixOf);
}

/** Whether a text may be the prefix of a key. */
export function isPrefix(text: string): boolean {
  return text.length === prefixLength && /^[a-z0-9]+$/.test(text);
}
