/** The URL that a domain most likely has: nothing while there is none. */
export function urlOf(domain: string): string {
  const host = domain.trim();
  return host === '' ? '' : `https://${host}/`;
}

/** The host of an address that somebody pasted where a domain is asked for; undefined for everything else, which the API judges. */
export function hostOf(text: string): string | undefined {
  const address = text.trim();
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** The field that a refusal of the registration is about (interface.md §7); undefined: about the account as a whole. */
export function faultyField(sentence: string): 'domain' | 'site_url' | 'name' | undefined {
  if (/site_url/.test(sentence)) return 'site_url';
  if (/^(invalid domain|domain must|site already registered)/.test(sentence)) return 'domain';
  return sentence.startsWith('name ') ? 'name' : undefined;
}
