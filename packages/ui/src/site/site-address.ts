/** From a bare domain or a pasted address. The API judges both. */
export function addressOf(typed: string): { domain: string; site_url: string } {
  const text = typed.trim();
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return { domain: new URL(text).hostname, site_url: text };
  const [domain = ''] = text.split('/');
  return { domain, site_url: `https://${text}` };
}

/** The field that a refused registration is about (interface.md §7); undefined for the account. */
export function faultyField(sentence: string): 'domain' | 'url' | 'name' | undefined {
  if (/site_url/.test(sentence)) return 'url';
  if (/^(invalid domain|domain must|site already registered)/.test(sentence)) return 'domain';
  return sentence.startsWith('name ') ? 'name' : undefined;
}
