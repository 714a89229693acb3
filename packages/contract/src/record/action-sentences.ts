import type { ActionName } from './actions.ts';
import type { ActorKind } from '../fields/actors.ts';
import { erasureKindNames, erasurePhrases } from './erasure-action-sentences.ts';
import { peopleKindNames, peoplePhrases } from './people-action-sentences.ts';
import { counted, formatNumber, quoted, type Detail } from '../text/quoted.ts';
import type { ActionView } from '../shapes.ts';
import { streamKindNames, streamPhrases } from './stream-action-sentences.ts';

// The acts of the record in words. The service and the web apps say the same.

const named = (detail: Detail, name: string): string =>
  typeof detail[name] === 'string' && detail[name] !== '' ? ` ${quoted(detail, name)}` : '';

function movedSite(detail: Detail): string {
  const parts: string[] = [];
  if ('name' in detail)
    parts.push(named(detail, 'name') ? `renamed the site to${named(detail, 'name')}` : 'removed the name of the site');
  if ('group_id' in detail)
    parts.push(
      detail['group_id'] === null
        ? 'took the site out of its group'
        : `moved the site into ${named(detail, 'group_name') === '' ? 'another group' : `the group${named(detail, 'group_name')}`}`,
    );
  return parts.join(' and ') || 'changed the site';
}

function changedGroup(detail: Detail): string {
  const parts: string[] = [];
  if ('name' in detail) parts.push(`renamed a group to${named(detail, 'name')}`);
  if ('external_ref' in detail) {
    parts.push(
      detail['external_ref'] === null
        ? 'removed the reference of a group'
        : `set the reference of a group to${named(detail, 'external_ref')}`,
    );
  }
  return parts.join(' and ') || 'changed a group';
}

function changedPlan(detail: Detail): string {
  const paused = detail['sites_paused'];
  const change = `changed the plan from ${quoted(detail, 'from')} to ${quoted(detail, 'to')}`;
  return typeof paused === 'number' && paused > 0
    ? `${change}, which paused ${counted(paused, 'site', 'sites')}`
    : change;
}

const limitNames: Readonly<Record<string, string>> = {
  sites: 'active sites',
  retention_days: 'days kept',
  fair_use_events: 'fair-use events a month',
  hard_limit_events: 'most events a month',
};

/** A hard limit may be none. */
const limitWords = (figure: unknown): string => (figure === null ? 'no limit' : formatNumber(Number(figure)));

function changedLimits(detail: Detail): string {
  const changes = Object.entries(limitNames).flatMap(([name, what]) => {
    const change = detail[name];
    if (typeof change !== 'object' || change === null || !('from' in change) || !('to' in change)) return [];
    return [`${what} from ${limitWords(change.from)} to ${limitWords(change.to)}`];
  });
  const plan = `changed the limits of the plan ${quoted(detail, 'plan')}`;
  return changes.length === 0 ? plan : `${plan}: ${changes.join(', ')}`;
}

function confirmedRetention({ events, oldest_day: oldest }: Detail): string {
  if (typeof events !== 'number') return 'let retention go on';
  if (events === 0) return 'let retention go on; nothing was overdue';
  const of = typeof oldest === 'string' ? `, from ${oldest} (UTC) on` : '';
  return `let retention go on, to delete ${counted(events, 'event', 'events')}${of}`;
}

const exported =
  (one: string, many: string) =>
  ({ rows, complete }: Detail): string =>
    `exported ${counted(rows, one, many)}${complete === false ? ', and was cut off' : ''}`;

function chosenSites({ chosen, activated, paused }: Detail): string {
  const change = `activated ${formatNumber(Number(activated))} and paused ${formatNumber(Number(paused))}`;
  return `chose ${counted(chosen, 'active site', 'active sites')}, which ${change}`;
}

/** «, which may only read», for a key that may not do everything of its kind (rulings §12). */
function limitedTo({ access }: Detail, whose: 'which' | 'whose key' = 'which'): string {
  return access === 'read' || access === 'send' ? `, ${whose} may only ${access}` : '';
}

const phrases: Readonly<Record<ActionName, (detail: Detail) => string>> = {
  'account.create': (detail) =>
    `created the account${'plan' in detail ? ` on the plan ${quoted(detail, 'plan')}` : ''}`,
  'account.delete': () => 'deleted the account with everything in it',
  'account.email': (detail) => `changed the e-mail from ${quoted(detail, 'from')} to ${quoted(detail, 'to')}`,
  'account.plan': changedPlan,
  'account.reseller': ({ enabled }) => `turned reseller ${enabled === true ? 'on' : 'off'}`,
  ...peoplePhrases,
  ...erasurePhrases,
  ...streamPhrases,
  'account_key.create': (detail) => `created the account key ${quoted(detail, 'prefix')}${limitedTo(detail)}`,
  'account_key.revoke': (detail) => `revoked the account key ${quoted(detail, 'prefix')}`,
  'accounts.export': exported('account', 'accounts'),
  'actions.export': exported('action', 'actions'),
  'admin_token.create': (detail) => `created the admin token${named(detail, 'name')}`,
  'admin_token.revoke': (detail) => `revoked the admin token ${quoted(detail, 'prefix')}`,
  'billing.checkout': (detail) => `went to the checkout of the plan ${quoted(detail, 'plan')}`,
  'database.restore': ({ taken_at: at }) =>
    `restored the database from a backup${typeof at === 'string' ? ` of ${at.slice(0, 16).replace('T', ' ')} (UTC)` : ''}`,
  'events.export': exported('event', 'events'),
  'group.create': (detail) => `created the group${named(detail, 'name')}`,
  'group.delete': (detail) => `deleted the group${named(detail, 'name')} and its keys`,
  'group.update': changedGroup,
  'group_key.create': (detail) => `created the group key ${quoted(detail, 'prefix')}${limitedTo(detail)}`,
  'group_key.revoke': (detail) => `revoked the group key ${quoted(detail, 'prefix')}`,
  'plan.set': changedLimits,
  'retention.confirm': confirmedRetention,
  'seal.rotate': () => 'made a new key that seals cursors',
  'site.activate': () => 'activated the site',
  'site.create': (detail) => `registered the site ${quoted(detail, 'domain')}${limitedTo(detail, 'whose key')}`,
  'site.delete': (detail) => `deleted the site ${quoted(detail, 'domain')} with its events`,
  'site.keep_ip': ({ keep_ip: keeps }) =>
    keeps === true ? 'lets the site keep addresses' : 'no longer lets the site keep addresses',
  'site.pause': () => 'paused the site',
  'site.rate': (detail) =>
    `set the rate of the site to ${counted(detail['rate_limit_rps'], 'request', 'requests')} a second`,
  'site.restore': () => 'restored the site, which is paused now',
  'site.revoke': () => 'revoked the site',
  'site.update': movedSite,
  'site_key.create': (detail) => `created the site key ${quoted(detail, 'prefix')}${limitedTo(detail)}`,
  'site_key.revoke': (detail) => `revoked the site key ${quoted(detail, 'prefix')}`,
  'sites.choose': chosenSites,
  'sites.export': exported('site', 'sites'),
};
const sentences: ReadonlyMap<string, (detail: Detail) => string> = new Map(Object.entries(phrases));

/** Names of the kinds of action, for the filter. */
export const actionKindNames: Readonly<Record<ActionName, string>> = {
  'account.create': 'Created an account',
  'account.delete': 'Deleted an account',
  'account.email': 'Changed the e-mail of an account',
  'account.plan': 'Changed the plan of an account',
  'account.reseller': 'Turned reseller on or off',
  ...peopleKindNames,
  ...erasureKindNames,
  ...streamKindNames,
  'account_key.create': 'Created an account key',
  'account_key.revoke': 'Revoked an account key',
  'accounts.export': 'Exported accounts',
  'actions.export': 'Exported actions',
  'admin_token.create': 'Created an admin token',
  'admin_token.revoke': 'Revoked an admin token',
  'billing.checkout': 'Went to a checkout',
  'database.restore': 'Restored the database',
  'events.export': 'Exported events',
  'group.create': 'Created a group',
  'group.delete': 'Deleted a group',
  'group.update': 'Changed a group',
  'group_key.create': 'Created a group key',
  'group_key.revoke': 'Revoked a group key',
  'plan.set': 'Changed the limits of a plan',
  'retention.confirm': 'Let retention go on',
  'seal.rotate': 'Changed the key of cursors',
  'site.activate': 'Activated a site',
  'site.create': 'Registered a site',
  'site.delete': 'Deleted a site',
  'site.keep_ip': 'Changed whether a site keeps addresses',
  'site.pause': 'Paused a site',
  'site.rate': 'Changed the rate of a site',
  'site.restore': 'Restored a site',
  'site.revoke': 'Revoked a site',
  'site.update': 'Renamed or moved a site',
  'site_key.create': 'Created a site key',
  'site_key.revoke': 'Revoked a site key',
  'sites.choose': 'Chose the active sites',
  'sites.export': 'Exported sites',
};

/** An action in words: «turned reseller on». An unknown kind is shown by its identifier. */
export function sentenceOf({ action, detail }: Pick<ActionView, 'action' | 'detail'>): string {
  return sentences.get(action)?.(detail ?? {}) ?? action;
}

/** Names of the kinds of actor. */
export const actorKindNames: Readonly<Record<ActorKind, string>> = {
  operator: 'Operator',
  account_key: 'Account key',
  group_key: 'Group key',
  site_key: 'Site key',
  stripe: 'Payment',
  cli: 'Command line',
  member: 'Member',
  worker: 'The service',
};

/** The details of an action as names and texts, in the order in which they were recorded. */
export function detailsOf({ detail }: Pick<ActionView, 'detail'>): { name: string; text: string }[] {
  return Object.entries(detail ?? {}).map(([name, value]) => ({
    name,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
