import { refusalSentences } from './sentences.ts';

/** Explains a refused ingest request: what the refusal means, and what to do. */
export type Explanation = { meaning: string; remedy: string };

/** Who reads the explanation: an operator helps a customer, a member mends their own site. */
export type RefusalReader = 'operator' | 'member';
/** An explanation whose cure differs for a member. */
export type KnownRefusal = Explanation & { own?: string };

const { site_paused, site_revoked } = refusalSentences;

/** The refusals that a site's status alone causes. */
export const statusRefusals: Readonly<Record<string, KnownRefusal>> = {
  [site_paused]: {
    meaning: 'The site is paused: its events can be read, but what it sends is refused.',
    remedy:
      'Activate it above, or have the customer activate it by the API. The plan needs room for it, unless the account is a reseller.',
    own: 'Activate it above. The plan needs room for it.',
  },
  [site_revoked]: {
    meaning: 'Support has revoked the site.',
    remedy:
      'The account’s record says who revoked it. «Restore site» makes it paused; then you can activate it here, or the customer can by the API.',
    own: 'Ask the provider for the reason. Only the provider can bring the site back.',
  },
};

export function explanationFor({ meaning, remedy, own = remedy }: KnownRefusal, reader: RefusalReader): Explanation {
  return { meaning, remedy: reader === 'member' ? own : remedy };
}

/** Explains to a member why a site that is not active accepts nothing. */
export function explainStatus(status: 'paused' | 'revoked'): Explanation {
  const message = status === 'paused' ? site_paused : site_revoked;
  const known = statusRefusals[message];
  if (known === undefined) throw new Error(`no explanation of «${message}»`);
  return explanationFor(known, 'member');
}
