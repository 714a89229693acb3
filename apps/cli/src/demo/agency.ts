/** A user of a site. `id` is the user's id in the CMS. */
export type Person = { id: number; name: string; role: 'administrator' | 'editor' | 'author' | 'shop manager' };

/** The kind of business of a site, which decides what happens on it. */
export type Trade = 'shop' | 'local' | 'community';

export type DemoSite = {
  domain: string;
  name: string;
  /** The external_ref of its group; null for the agency's own site. */
  group: string | null;
  trade: Trade;
  /** How busy the site is; 10 is normal. */
  size: number;
  /** Hours ahead of UTC. */
  zone: number;
  people: readonly Person[];
  /** Titles of posts and pages; a title's index gives its post id. */
  titles: readonly string[];
  /** Products, courses or forms. */
  goods: readonly string[];
};

export const demoEmail = 'demo@example.com';
/** What people see in place of the e-mail. */
export const demoName = 'Agency North';
export const demoPlan = 'agency';

export const demoGroups = [
  { ref: 'demo-shops', name: 'Shops' },
  { ref: 'demo-local', name: 'Local businesses' },
  { ref: 'demo-communities', name: 'Clubs and courses' },
] as const;

/** The agency's user, which maintains every site. */
export const keeper: Person = { id: 2, name: 'agency', role: 'administrator' };
