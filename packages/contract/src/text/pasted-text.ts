// A name copied from a title or a notice brings the invisible marks that isolate its direction.
const marks = '\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const edges = `${marks}\\s"'\`´«»‹›“”„‘’<>()\\[\\]{}`;
const wrapping = new RegExp(`^[${edges}]+|(?<![${edges},;])[${edges},;]+$`, 'gu');
const bearer = /(?:^|[^\p{L}\p{N}])bearer[\s:]+(\S+)/iu;
const scheme = /^(?:https?:)?\/\//i;

/**
 * The meaning of a text typed or pasted into a search for accounts, sites and keys: the text within
 * quotes, the host of an address without a leading `www.`, the address of a `mailto:`, the text
 * after `Bearer` in a header. It does not remove secrets (see `withoutSecrets`), and it is
 * idempotent.
 */
export function bareText(pasted: string): string {
  // A line of a command may end in a backslash. A backslash at the end of a word is part of the
  // word.
  const text = pasted.replace(/\s\\\s*$/, '').replace(wrapping, '');
  const bare = bearer.exec(text)?.[1] ?? withoutAddress(text);
  if (bare === '') return pasted.trim();
  return bare === pasted ? bare : bareText(bare);
}

/** The host of an address with or without its other parts. Any other text stays as it is. */
function withoutAddress(text: string): string {
  if (/\s/.test(text)) return text;
  if (/^mailto:/i.test(text)) return text.slice('mailto:'.length).replace(/\?.*$/s, '');
  const isAddress = scheme.test(text);
  if (!isAddress && text.includes('@')) return text;
  const authority = isAddress ? text.replace(scheme, '').replace(/[/?#\\].*$/s, '') : text.replace(/\/.*$/s, '');
  const host = authority.replace(/^.*@/s, '').replace(/:\d*$/, '');
  return isAddress || /\.|^localhost$/i.test(host) ? host.replace(/^(?:www\.)+(?=.)/i, '') : text;
}
