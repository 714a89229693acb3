import { erasureRoutes, operatorHoldRoutes } from './erasure-routes.ts';
import { freshDomain, unique } from './factory.ts';
import type { Route } from './route.ts';

const siteBody = (): Record<string, unknown> => {
  const domain = freshDomain();
  return { domain, site_url: `https://${domain}` };
};
const groupBody = (): Record<string, unknown> => ({ name: `group ${unique()}` });
const accountBody = (): Record<string, unknown> => ({ email: `owner-${unique()}@example.com` });

/** A stream of mails: it reaches nobody in a test without a mail server. */
const streamBody = (): Record<string, unknown> => ({ name: `stream ${unique()}`, sink: { type: 'mail' } });

/** The account API (interface.md §4). */
export const accountRoutes: readonly Route[] = [
  { method: 'GET', path: '/account/me', procedure: 'account.me' },
  { method: 'GET', path: '/account/sites', procedure: 'account.sites.list' },
  { method: 'POST', path: '/account/sites', procedure: 'account.sites.create', body: siteBody },
  {
    method: 'PATCH',
    path: '/account/sites/{site}',
    procedure: 'account.sites.update',
    body: () => ({ name: 'renamed' }),
  },
  { method: 'POST', path: '/account/sites/{site}/activate', procedure: 'account.sites.activate' },
  { method: 'DELETE', path: '/account/sites/{site}', procedure: 'account.sites.delete' },
  { method: 'GET', path: '/account/sites/{site}/tokens', procedure: 'account.sites.tokens.list' },
  { method: 'POST', path: '/account/sites/{site}/tokens', procedure: 'account.sites.tokens.create' },
  { method: 'DELETE', path: '/account/sites/{site}/tokens/{siteKey}', procedure: 'account.sites.tokens.revoke' },
  { method: 'GET', path: '/account/groups', procedure: 'account.groups.list' },
  { method: 'POST', path: '/account/groups', procedure: 'account.groups.create', demands: 'unscoped', body: groupBody },
  {
    method: 'PATCH',
    path: '/account/groups/{group}',
    procedure: 'account.groups.update',
    demands: 'unscoped',
    body: groupBody,
  },
  { method: 'DELETE', path: '/account/groups/{group}', procedure: 'account.groups.delete', demands: 'unscoped' },
  {
    method: 'POST',
    path: '/account/groups/{group}/keys',
    procedure: 'account.groups.keys.create',
    demands: 'unscoped',
    body: () => ({ name: 'key' }),
  },
  { method: 'GET', path: '/account/groups/{group}/keys', procedure: 'account.groups.keys.list', demands: 'unscoped' },
  {
    method: 'DELETE',
    path: '/account/groups/{group}/keys/{groupKey}',
    procedure: 'account.groups.keys.revoke',
    demands: 'unscoped',
  },
  { method: 'GET', path: '/account/events', procedure: 'account.events.list' },
  { method: 'GET', path: '/account/events/summary', procedure: 'account.events.summary' },
  { method: 'GET', path: '/account/events/tail', procedure: 'account.events.tail' },
  { method: 'GET', path: '/account/events/export', procedure: 'account.events.export', streams: true },
  { method: 'GET', path: '/account/exports/{export}', procedure: 'account.exports.get' },
  ...(
    [
      ['GET', '', 'list'],
      ['POST', '', 'create', streamBody],
      ['GET', '/{stream}', 'get'],
      ['PATCH', '/{stream}', 'update', () => ({ name: `stream ${unique()}` })],
      ['DELETE', '/{stream}', 'delete'],
      ['POST', '/{stream}/pause', 'pause'],
      ['POST', '/{stream}/resume', 'resume'],
      ['POST', '/{stream}/test', 'test'],
      ['POST', '/{stream}/replay', 'replay', () => ({ from: 'oldest' })],
      ['POST', '/{stream}/secret', 'rotateSecret'],
      ['GET', '/{stream}/deliveries', 'deliveries'],
      ['GET', '/{stream}/set-aside', 'setAside'],
      ['POST', '/{stream}/set-aside/retry', 'retrySetAside'],
    ] as const
  ).map(([method, path, name, body]) => ({
    method,
    path: `/account/streams${path}`,
    procedure: `account.streams.${name}`,
    demands: 'unscoped' as const,
    ...(body === undefined ? {} : { body }),
  })),
  { method: 'GET', path: '/account/log', procedure: 'account.log.get' },
  { method: 'GET', path: '/account/log/checkpoint', procedure: 'account.log.checkpoint' },
  { method: 'GET', path: '/account/log/consistency', procedure: 'account.log.consistency' },
  {
    method: 'GET',
    path: '/account/log/tile/{level}/{index}',
    procedure: 'account.log.tile',
    demands: 'unscoped',
    streams: true,
  },
  { method: 'GET', path: '/account/log/bundle', procedure: 'account.log.bundle', streams: true },
  { method: 'GET', path: '/account/events/{event}/proof', procedure: 'account.log.proof' },
  // Last, because they erase the event that the others read.
  ...erasureRoutes,
];

/** The operator API (interface.md §4, rulings §8). */
export const operatorRoutes: readonly Route[] = [
  { method: 'GET', path: '/admin/accounts', procedure: 'admin.accounts.list' },
  { method: 'POST', path: '/admin/accounts', procedure: 'admin.accounts.create', demands: 'write', body: accountBody },
  { method: 'GET', path: '/admin/accounts/{account}', procedure: 'admin.accounts.get' },
  {
    method: 'PATCH',
    path: '/admin/accounts/{account}',
    procedure: 'admin.accounts.update',
    demands: 'write',
    body: accountBody,
  },
  { method: 'DELETE', path: '/admin/accounts/{account}', procedure: 'admin.accounts.delete', demands: 'write' },
  {
    method: 'POST',
    path: '/admin/accounts/{account}/reseller',
    procedure: 'admin.accounts.setReseller',
    demands: 'write',
    body: () => ({ enabled: true }),
  },
  {
    method: 'POST',
    path: '/admin/accounts/{account}/plan',
    procedure: 'admin.accounts.setPlan',
    demands: 'write',
    body: () => ({ plan: 'agency' }),
  },
  { method: 'GET', path: '/admin/accounts/{account}/arrivals', procedure: 'admin.accounts.arrivals' },
  {
    method: 'POST',
    path: '/admin/accounts/{account}/sites',
    procedure: 'admin.accounts.sites.create',
    demands: 'write',
    body: siteBody,
  },
  {
    method: 'POST',
    path: '/admin/accounts/{account}/sites/activate',
    procedure: 'admin.accounts.sites.activate',
    demands: 'write',
    body: () => ({ paused_by: 'last_downgrade' }),
  },
  {
    method: 'POST',
    path: '/admin/accounts/{account}/keys',
    procedure: 'admin.accounts.keys.create',
    demands: 'write',
    body: () => ({ name: 'key' }),
  },
  { method: 'GET', path: '/admin/accounts/{account}/keys', procedure: 'admin.accounts.keys.list' },
  {
    method: 'DELETE',
    path: '/admin/accounts/{account}/keys/{accountKey}',
    procedure: 'admin.accounts.keys.revoke',
    demands: 'write',
  },
  {
    method: 'DELETE',
    path: '/admin/accounts/{account}/groups/{group_id}/keys/{groupKey}',
    procedure: 'admin.accounts.groups.keys.revoke',
    demands: 'write',
  },
  {
    method: 'DELETE',
    path: '/admin/sites/{site}/keys/{siteKey}',
    procedure: 'admin.sites.keys.revoke',
    demands: 'write',
  },
  { method: 'POST', path: '/admin/sites/{site}/revoke', procedure: 'admin.sites.revoke', demands: 'write' },
  { method: 'POST', path: '/admin/sites/{site}/activate', procedure: 'admin.sites.activate', demands: 'write' },
  { method: 'POST', path: '/admin/sites/{site}/restore', procedure: 'admin.sites.restore', demands: 'write' },
  {
    method: 'PATCH',
    path: '/admin/sites/{site}',
    procedure: 'admin.sites.update',
    demands: 'write',
    body: () => ({ rate_limit_rps: 20 }),
  },
  { method: 'DELETE', path: '/admin/sites/{site}', procedure: 'admin.sites.delete', demands: 'write' },
  { method: 'GET', path: '/admin/actions', procedure: 'admin.actions.list' },
  { method: 'GET', path: '/admin/accounts.csv', procedure: 'admin.accounts.file', streams: true },
  { method: 'GET', path: '/admin/accounts/{account}/sites.csv', procedure: 'admin.accounts.sites.file', streams: true },
  { method: 'GET', path: '/admin/sites.csv', procedure: 'admin.sites.file', streams: true },
  { method: 'GET', path: '/admin/actions.csv', procedure: 'admin.actions.file', streams: true },
  {
    method: 'POST',
    path: '/admin/accounts/{account}/invitations',
    procedure: 'admin.accounts.invitations.create',
    demands: 'write',
    body: () => ({ email: `member-${unique()}@example.com` }),
  },
  {
    method: 'DELETE',
    path: '/admin/accounts/{account}/members/{member_id}',
    procedure: 'admin.accounts.members.remove',
    demands: 'write',
  },
  ...operatorHoldRoutes,
  { method: 'POST', path: '/admin/streams/{stream}/pause', procedure: 'admin.streams.pause', demands: 'write' },
  { method: 'POST', path: '/admin/streams/{stream}/resume', procedure: 'admin.streams.resume', demands: 'write' },
  { method: 'POST', path: '/admin/people/{person}/reset', procedure: 'admin.people.reset', demands: 'write' },
  { method: 'DELETE', path: '/admin/tokens/{operatorKey}', procedure: 'admin.tokens.revoke', demands: 'write' },
  {
    method: 'PATCH',
    path: '/admin/plans/{slug}',
    procedure: 'admin.plans.update',
    demands: 'write',
    // The value that is already set, because the other tests rely on it.
    body: () => ({ sites: 5 }),
  },
  ...[
    ['/admin/whoami', 'whoami'],
    ['/admin/plans', 'plans.list'],
    ['/admin/retention', 'retention.get'],
    ['/admin/status', 'status'],
    ['/admin/attention', 'attention', 'kind=silent'],
    ['/admin/keys', 'keys.find', 'prefix=abcdefgh'],
    ['/admin/tokens', 'tokens.list'],
    ['/admin/sites', 'sites.list'],
    ['/admin/sites/{site}', 'sites.get'],
    ['/admin/sites/{site}/activity', 'sites.activity'],
    ['/admin/sites/{site}/keys', 'sites.keys.list'],
    ['/admin/accounts/{account}/summary', 'accounts.summary'],
    ['/admin/accounts/{account}/members', 'accounts.members.list'],
    ['/admin/accounts/{account}/sites', 'accounts.sites.list'],
    ['/admin/accounts/{account}/groups', 'accounts.groups.list'],
    ['/admin/accounts/{account}/groups/{group_id}/keys', 'accounts.groups.keys.list'],
    ['/admin/accounts/{account}/streams', 'accounts.streams.list'],
    ['/admin/accounts/{account}/holds', 'accounts.holds.list'],
    ['/admin/accounts/{account}/log', 'accounts.log'],
    ['/admin/accounts/{account}/activity', 'accounts.activity'],
    ['/admin/accounts/{account}/top-sites', 'accounts.topSites'],
    ['/admin/accounts/{account}/top-codes', 'accounts.topCodes'],
    ['/admin/accounts/{account}/silent-sites', 'accounts.silentSites'],
    ['/admin/accounts/{account}/plan/preview', 'accounts.previewPlan', 'plan=pro'],
    ['/admin/accounts/{account}/reseller/preview', 'accounts.previewReseller', 'enabled=true'],
  ].map(([path = '', name = '', query = '']) => ({ method: 'GET' as const, path, procedure: `admin.${name}`, query })),
];

type Placeholder =
  | 'site'
  | 'siteKey'
  | 'group'
  | 'group_id'
  | 'groupKey'
  | 'account'
  | 'accountKey'
  | 'operatorKey'
  | 'member_id'
  | 'person'
  | 'stream'
  | 'hold'
  | 'event'
  | 'redaction'
  | 'export'
  | 'hold_id'
  | 'level'
  | 'index'
  | 'slug';
export type PathIds = Readonly<Partial<Record<Placeholder, string>>>;

/** A tile that every log has: its first entry. */
const firstEntry: PathIds = { level: 'entries', index: '000.p/1' };

/** Returns the path with its ids filled in. */
export function fillPath(path: string, ids: PathIds): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const all: Readonly<Record<string, string | undefined>> = { ...firstEntry, ...ids }; // the names in paths are its keys
    const id = all[name];
    if (id === undefined) throw new Error(`${path}: no ${whole}`);
    return id;
  });
}
