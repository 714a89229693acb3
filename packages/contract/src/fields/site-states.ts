// Without zod: pages of the web apps use these words, and their policy allows no generated code.

export const siteStatuses = ['active', 'paused', 'revoked'] as const;

/** How events arrive, the first that applies: refused, never, silent, ok (rulings §10.31). */
export const siteHealths = ['ok', 'silent', 'refused', 'never'] as const;
export type SiteHealth = (typeof siteHealths)[number];

/** The `group_id` of `dashboard.sites.list` that means the sites in no group (rulings §10.45). */
export const noGroup = 'none';
