/** The people of a site. `id` is the number of the CMS user. */
export type Person = { id: number; name: string; role: 'administrator' | 'editor' | 'author' | 'shop manager' };

/** What a site does, and so what happens on it. */
export type Trade = 'shop' | 'local' | 'community';

export type DemoSite = {
  domain: string;
  name: string;
  /** Its group, by external_ref; the agency's own site is in none. */
  group: string | null;
  trade: Trade;
  /** How much happens on it: 10 is the usual. */
  size: number;
  /** Hours ahead of UTC. */
  zone: number;
  people: readonly Person[];
  /** Posts and pages; their places give the ids. */
  titles: readonly string[];
  /** Products, courses or forms. */
  goods: readonly string[];
};

export const demoEmail = 'demo@example.com';
export const demoPlan = 'agency';

export const demoGroups = [
  { ref: 'demo-shops', name: 'Shops' },
  { ref: 'demo-local', name: 'Local businesses' },
  { ref: 'demo-communities', name: 'Clubs and courses' },
] as const;

/** The agency keeps every site. */
export const keeper: Person = { id: 2, name: 'agency', role: 'administrator' };
