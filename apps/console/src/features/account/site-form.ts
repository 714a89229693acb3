/** The URL that a domain most likely has: nothing while there is none. */
export function urlOf(domain: string): string {
  const host = domain.trim();
  return host === '' ? '' : `https://${host}/`;
}

/** The field that a refusal of the registration is about (interface.md §7); undefined: about the account as a whole. */
export function faultyField(sentence: string): 'domain' | 'site_url' | 'name' | undefined {
  if (/site_url/i.test(sentence)) return 'site_url';
  if (/^(invalid domain|domain must|site already registered)/i.test(sentence)) return 'domain';
  return /^name /i.test(sentence) ? 'name' : undefined;
}
