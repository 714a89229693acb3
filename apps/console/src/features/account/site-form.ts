/** The most likely URL of a domain; empty for an empty domain. */
export function urlOf(domain: string): string {
  const host = domain.trim();
  return host === '' ? '' : `https://${host}/`;
}

/**
 * The host of an http(s) address pasted into the domain field; undefined for any other text, which
 * the API checks.
 */
export function hostOf(text: string): string | undefined {
  const address = text.trim();
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).hostname : undefined;
}

/**
 * The field that a refused registration is about (interface.md §7); undefined if it is about the
 * account.
 */
export function faultyField(sentence: string): 'domain' | 'site_url' | 'name' | undefined {
  if (/site_url/.test(sentence)) return 'site_url';
  if (/^(invalid domain|domain must|site already registered)/.test(sentence)) return 'domain';
  return sentence.startsWith('name ') ? 'name' : undefined;
}
