/** Explains a refused ingest request: what the refusal means, and what to do. */
export type Explanation = { meaning: string; remedy: string };

const explanations = {
  paused: {
    meaning: 'The site is paused: its events can be read, but what it sends is refused.',
    remedy: 'Activate it above. The plan needs room for it.',
  },
  revoked: {
    meaning: 'Support has revoked the site.',
    remedy: 'Ask the provider for the reason. Only the provider can bring the site back.',
  },
};

/** Explains to a member why a site that is not active accepts nothing. */
export const explainStatus = (status: 'paused' | 'revoked'): Explanation => explanations[status];
