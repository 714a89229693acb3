import type { Access } from '../src/trpc.ts';

/** The accesses of keys; people-access.test.ts has those of people. */
type AccessOfKeys = Exclude<Access, 'open' | 'entry' | 'person' | 'member' | 'admin' | 'adminOfAll' | 'owner'>;

const ofStreams = (name: string): string => `account.streams.${name}`;

export const procedures: Record<AccessOfKeys, readonly string[]> = {
  account: [
    'account.me',
    'account.sites.list',
    'account.describe',
    'account.sites.search',
    'account.sites.create',
    'account.sites.update',
    'account.sites.activate',
    'account.sites.delete',
    'account.sites.tokens.list',
    'account.sites.tokens.create',
    'account.sites.tokens.revoke',
    'account.groups.list',
    'account.groups.search',
    'account.events.list',
    'account.events.search',
    'account.events.get',
    'account.events.summary',
    'account.events.tail',
    'account.events.export',
    'account.exports.get',
    ...['get', 'checkpoint', 'consistency', 'proof', 'bundle'].map((name) => `account.log.${name}`),
  ],
  unscoped: [
    'account.groups.create',
    'account.groups.update',
    'account.groups.delete',
    'account.groups.keys.list',
    'account.groups.keys.create',
    'account.groups.keys.revoke',
    ...['list', 'create', 'get', 'update', 'delete', 'pause', 'resume', 'test', 'replay', 'rotateSecret'].map(
      ofStreams,
    ),
    ...['deliveries', 'setAside', 'retrySetAside'].map(ofStreams),
    ...['list', 'create', 'end'].map((name) => `account.holds.${name}`),
    'account.log.tile',
    'account.events.redact',
    'account.redactions.create',
    'account.redactions.get',
  ],
  read: [
    ...['list', 'search', 'get', 'summary', 'tail', 'export'].map((name) => `read.events.${name}`),
    'read.exports.get',
    'read.log.proof',
    'read.log.bundle',
  ],
  ingest: ['ingest.events.send'],
  operatorRead: [
    'admin.whoami',
    'admin.act',
    'admin.status',
    'admin.attention',
    'admin.plans.list',
    'admin.retention.get',
    'admin.keys.find',
    'admin.actions.list',
    'admin.actions.file',
    'admin.accounts.list',
    'admin.accounts.file',
    'admin.accounts.get',
    'admin.accounts.summary',
    'admin.accounts.arrivals',
    'admin.accounts.activity',
    'admin.accounts.topSites',
    'admin.accounts.topCodes',
    'admin.accounts.silentSites',
    'admin.accounts.previewPlan',
    'admin.accounts.previewReseller',
    'admin.accounts.sites.list',
    'admin.accounts.sites.file',
    'admin.accounts.streams.list',
    'admin.accounts.holds.list',
    'admin.accounts.log',
    'admin.accounts.groups.list',
    'admin.accounts.groups.keys.list',
    'admin.accounts.keys.list',
    'admin.sites.list',
    'admin.sites.file',
    'admin.sites.get',
    'admin.sites.activity',
    'admin.sites.keys.list',
    'admin.tokens.list',
    'admin.accounts.members.list',
  ],
  operatorWrite: [
    'admin.accounts.holds.create',
    'admin.accounts.holds.end',
    'admin.streams.pause',
    'admin.streams.resume',
    'admin.plans.update',
    'admin.accounts.create',
    'admin.accounts.update',
    'admin.accounts.delete',
    'admin.accounts.setReseller',
    'admin.accounts.setPlan',
    'admin.accounts.sites.create',
    'admin.accounts.sites.activate',
    'admin.accounts.groups.keys.revoke',
    'admin.accounts.keys.create',
    'admin.accounts.keys.revoke',
    'admin.sites.update',
    'admin.sites.revoke',
    'admin.sites.restore',
    'admin.sites.activate',
    'admin.sites.delete',
    'admin.sites.keys.revoke',
    'admin.tokens.revoke',
    'admin.accounts.invitations.create',
    'admin.accounts.members.remove',
    'admin.people.reset',
  ],
};
// The keys of the record are the accesses.
export const accesses = Object.keys(procedures) as AccessOfKeys[];

/** `admitted`: the credential may call the procedure. Otherwise the code of the refusal. */
export type Outcome = 'admitted' | 'missing_token' | 'invalid_token' | Refusal;
type Refusal =
  | 'rate_limited'
  | 'paid_plan'
  | 'account_key_required'
  | 'read_only_key'
  | 'send_only_key'
  | 'domain_mismatch'
  | 'site_revoked'
  | 'site_paused'
  | 'monthly_limit'
  | 'missing_scope_write';
/**
 * An access that a row does not name refuses the credential as `invalid_token`: it is of another
 * kind.
 */
export type Expected = Partial<Record<AccessOfKeys, Outcome | Record<'query' | 'mutation', Outcome>>>;

/** What a `read` key meets (rulings §12.2): the procedure itself tells whether it reads. */
export const reading = { query: 'admitted', mutation: 'read_only_key' } as const;

export const everywhere = (outcome: Outcome): Expected =>
  Object.fromEntries(accesses.map((access) => [access, outcome]));
