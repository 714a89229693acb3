import { freshDomain, unique } from './factory.ts';

/** One route of the account or operator API, with what a well-formed request of it needs. */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{site}`, `{siteKey}`, `{group}`, `{groupKey}`, `{account}`, `{accountKey}` for its ids and prefixes. */
  path: string;
  /** What it demands of the key beside being valid: an unscoped one, or the scope to write. */
  demands?: 'unscoped' | 'write';
  /** A good body; a route without one reads no body. */
  body?: () => Record<string, unknown>;
};

const siteBody = (): Record<string, unknown> => {
  const domain = freshDomain();
  return { domain, site_url: `https://${domain}` };
};
const groupBody = (): Record<string, unknown> => ({ name: `group ${unique()}` });
const accountBody = (): Record<string, unknown> => ({ email: `owner-${unique()}@example.com` });

/** The account API (interface.md §4). */
export const accountRoutes: readonly Route[] = [
  { method: 'GET', path: '/account/me' },
  { method: 'GET', path: '/account/sites' },
  { method: 'POST', path: '/account/sites', body: siteBody },
  { method: 'PATCH', path: '/account/sites/{site}', body: () => ({ name: 'renamed' }) },
  { method: 'POST', path: '/account/sites/{site}/activate' },
  { method: 'DELETE', path: '/account/sites/{site}' },
  { method: 'GET', path: '/account/sites/{site}/tokens' },
  { method: 'POST', path: '/account/sites/{site}/tokens' },
  { method: 'DELETE', path: '/account/sites/{site}/tokens/{siteKey}' },
  { method: 'GET', path: '/account/groups' },
  { method: 'POST', path: '/account/groups', demands: 'unscoped', body: groupBody },
  { method: 'PATCH', path: '/account/groups/{group}', demands: 'unscoped', body: groupBody },
  { method: 'DELETE', path: '/account/groups/{group}', demands: 'unscoped' },
  { method: 'POST', path: '/account/groups/{group}/keys', demands: 'unscoped', body: () => ({ name: 'key' }) },
  { method: 'GET', path: '/account/groups/{group}/keys', demands: 'unscoped' },
  { method: 'DELETE', path: '/account/groups/{group}/keys/{groupKey}', demands: 'unscoped' },
  { method: 'GET', path: '/account/events' },
];

/** The operator API (interface.md §4, rulings §8). */
export const operatorRoutes: readonly Route[] = [
  { method: 'GET', path: '/admin/accounts' },
  { method: 'POST', path: '/admin/accounts', demands: 'write', body: accountBody },
  { method: 'GET', path: '/admin/accounts/{account}' },
  { method: 'PATCH', path: '/admin/accounts/{account}', demands: 'write', body: accountBody },
  { method: 'DELETE', path: '/admin/accounts/{account}', demands: 'write' },
  { method: 'POST', path: '/admin/accounts/{account}/reseller', demands: 'write', body: () => ({ enabled: true }) },
  { method: 'POST', path: '/admin/accounts/{account}/plan', demands: 'write', body: () => ({ plan: 'agency' }) },
  { method: 'GET', path: '/admin/accounts/{account}/arrivals' },
  { method: 'POST', path: '/admin/accounts/{account}/sites', demands: 'write', body: siteBody },
  { method: 'POST', path: '/admin/accounts/{account}/keys', demands: 'write', body: () => ({ name: 'key' }) },
  { method: 'GET', path: '/admin/accounts/{account}/keys' },
  { method: 'DELETE', path: '/admin/accounts/{account}/keys/{accountKey}', demands: 'write' },
  { method: 'POST', path: '/admin/sites/{site}/revoke', demands: 'write' },
  { method: 'POST', path: '/admin/sites/{site}/restore', demands: 'write' },
  { method: 'PATCH', path: '/admin/sites/{site}', demands: 'write', body: () => ({ rate_limit_rps: 20 }) },
  { method: 'DELETE', path: '/admin/sites/{site}', demands: 'write' },
  { method: 'GET', path: '/admin/actions' },
];

export type PathIds = Readonly<Partial<Record<'site' | 'siteKey' | 'group' | 'groupKey' | 'account' | 'accountKey', string>>>;

/** The path with its ids put in. */
export function fillPath(path: string, ids: PathIds): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const id = (ids as Readonly<Record<string, string | undefined>>)[name]; // the names in paths are the keys of ids
    if (id === undefined) throw new Error(`${path}: no ${whole}`);
    return id;
  });
}
