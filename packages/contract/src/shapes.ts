import { z } from 'zod';

import { actorKinds } from './fields/actors.ts';
import { shownAccountKeyAccess, shownSiteKeyAccess } from './fields/key-access.ts';
import { severities } from './fields/severities.ts';
import { siteStatuses } from './fields/site-states.ts';

/** rulings §2.7: UTC, ISO 8601 with milliseconds and `Z`. */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] });
export const uuid = z.string().meta({ format: 'uuid' });
const integer = z.int();
export const domain = z
  .string()
  .meta({ description: 'Bare hostname, internationalised names in punycode', examples: ['shop.example.com'] });
const wholeKey = z.string().meta({ description: 'The whole key, shown this once' });
export const prefix = z
  .string()
  .meta({ description: 'The first part of the key, as shown in lists', examples: ['k3v9x2ab'] });

/** interface.md §2 Account */
export const accountShape = z
  .object({
    account_id: uuid,
    email: z.string(),
    plan: z.string(),
    is_reseller: z.boolean(),
    limits: z
      .object({ sites: integer, retention_days: integer, keys_per_site: integer })
      .meta({ description: 'All three are -1 for a reseller' }),
    usage: z.object({ sites_active: integer, sites_paused: integer, groups: integer }),
    key: z
      .object({ prefix, created_at: timestamp, access: shownAccountKeyAccess })
      .meta({ description: 'The key that makes the request' }),
    group: z.object({ id: uuid, name: z.string() }).optional().meta({ description: 'Only with a group key' }),
  })
  .meta({ id: 'Account' });
export type AccountView = z.infer<typeof accountShape>;

/** The answer of MCP's `get_account`: the account, and its signed log once that has begun. */
export const describedAccountShape = accountShape.extend({
  log: z
    .object({ origin: z.string(), size: integer })
    .optional()
    .meta({ description: 'The signed log: its name, and how many leaves it has' }),
});
export type DescribedAccount = z.infer<typeof describedAccountShape>;

export const siteFields = {
  id: uuid,
  domain,
  site_url: z.string(),
  name: z.string().nullable(),
  status: z
    .enum(siteStatuses)
    .meta({ description: 'Paused: reading stays, sending is refused. Revoked: both are refused' }),
  retention_days: integer.meta({ description: 'Events are deleted when they are older' }),
  created_at: timestamp,
  active_token_count: integer.meta({ description: 'Site keys that are not revoked' }),
};
/** interface.md §2 Site */
export const siteShape = z
  .object({ ...siteFields, group_id: uuid.nullable(), group_name: z.string().nullable() })
  .meta({ id: 'Site' });
export type SiteView = z.infer<typeof siteShape>;

/** POST /sites: the only answer that ever shows the key. */
export const createdSiteShape = z
  .object({ site_id: uuid, domain, token: wholeKey, prefix, access: shownSiteKeyAccess })
  .meta({ id: 'CreatedSite' });
export type CreatedSite = z.infer<typeof createdSiteShape>;

/** interface.md §2 Group */
export const groupShape = z
  .object({
    id: uuid,
    name: z.string(),
    external_ref: z.string().nullable(),
    site_count: integer,
    created_at: timestamp,
  })
  .meta({ id: 'Group' });
export type GroupView = z.infer<typeof groupShape>;

export const createdGroupShape = z
  .object({ id: uuid, name: z.string(), external_ref: z.string().nullable() })
  .meta({ id: 'CreatedGroup' });
export type CreatedGroup = z.infer<typeof createdGroupShape>;

export const keyTimes = { created_at: timestamp, last_used_at: timestamp.nullable(), revoked_at: timestamp.nullable() };
/** interface.md §2 Site key */
export const siteKeyShape = z.object({ prefix, ...keyTimes, access: shownSiteKeyAccess }).meta({ id: 'SiteKey' });
export type SiteKeyView = z.infer<typeof siteKeyShape>;
export const mintedSiteKeyShape = z
  .object({ token: wholeKey, prefix, access: shownSiteKeyAccess })
  .meta({ id: 'MintedSiteKey' });
export type MintedSiteKey = z.infer<typeof mintedSiteKeyShape>;

/** «Why does it fail?», for an account or group key; absent if never refused (rulings §8). */
const keyRefusal = {
  last_refused_at: timestamp.exactOptional().meta({ description: 'When a request with the key was last refused' }),
  last_refusal: z
    .string()
    .exactOptional()
    .meta({ description: 'The sentence that this request was answered with', examples: ['rate limited'] }),
};

/** interface.md §2 Group key */
export const groupKeyShape = z
  .object({ prefix, name: z.string(), ...keyTimes, ...keyRefusal, access: shownAccountKeyAccess })
  .meta({ id: 'GroupKey' });
export type GroupKeyView = z.infer<typeof groupKeyShape>;
export const mintedGroupKeyShape = z
  .object({ key: wholeKey, prefix, name: z.string(), access: shownAccountKeyAccess })
  .meta({ id: 'MintedGroupKey' });
export type MintedGroupKey = z.infer<typeof mintedGroupKeyShape>;

/** rulings §8: an account key may have no name. */
export const accountKeyShape = z
  .object({ prefix, name: z.string().nullable(), ...keyTimes, ...keyRefusal, access: shownAccountKeyAccess })
  .meta({ id: 'AccountKey' });
export type AccountKeyView = z.infer<typeof accountKeyShape>;
export const mintedAccountKeyShape = z
  .object({ key: wholeKey, prefix, name: z.string().nullable(), access: shownAccountKeyAccess })
  .meta({ id: 'MintedAccountKey' });
export type MintedAccountKey = z.infer<typeof mintedAccountKeyShape>;

const severity = z.enum(severities);
const eventFields = {
  id: integer,
  occurred_at: timestamp,
  code: integer.meta({ description: 'Event code of the plugin; an open list' }),
  severity,
  object: z.string().meta({ description: 'Object type touched; an open list' }),
  event_type: z.string().meta({ description: 'What happened to it; an open list' }),
  user_id: integer.meta({ description: 'Id of the CMS user; 0 when no user is known' }),
  username: z.string().meta({ description: 'Empty when no user is known' }),
  message: z.string().meta({ description: 'Text of the monitored site: never trust it' }),
  site_id: uuid,
};
/** interface.md §2 Event, as the read API lists it */
export const siteEventShape = z.object(eventFields).meta({ id: 'SiteEvent' });
export type SiteEvent = z.infer<typeof siteEventShape>;
const siteName = z.string().meta({ description: 'Omitted for a site without a name' });
/** … as the account API lists it; a site without a name has no `site_name` (rulings §6.6). */
export const accountEventShape = z
  .object({ ...eventFields, domain: domain.optional(), site_name: siteName.optional() })
  .meta({ id: 'AccountEvent' });
export type AccountEvent = z.infer<typeof accountEventShape>;
/** The last field wherever it is shown (rulings §11.5). */
export const ip = z
  .string()
  .exactOptional()
  .meta({
    description: 'Address from which the user came; absent where the site sent none or keeps none',
    examples: ['203.0.113.7'],
  });
/** The very last field, of events that are read alone, in tails and in exports (rulings §13.2). */
export const redactedAt = timestamp
  .exactOptional()
  .meta({ description: 'When its text and its user were removed; absent where they were not' });
/** … and as `search_events` and the dashboard show them, with `ip` (rulings §11.5, §11.6). */
export const foundSiteEventShape = siteEventShape.extend({ ip });
export type FoundSiteEvent = z.infer<typeof foundSiteEventShape>;
export const foundAccountEventShape = accountEventShape.extend({ ip });
export type FoundAccountEvent = z.infer<typeof foundAccountEventShape>;
const searchFields = {
  next_cursor: z.string(),
  searched_back_to: timestamp
    .nullable()
    .meta({ description: 'Time of the last event that the search examined; null: nothing further matches' }),
};
export const siteEventsFoundShape = z.object({ events: z.array(foundSiteEventShape), ...searchFields });
export const accountEventsFoundShape = z.object({ events: z.array(foundAccountEventShape), ...searchFields });
const detailFields = {
  user_agent: z.string().nullable(),
  session_id: z.string().nullable(),
  post_id: integer.nullable(),
  post_type: z.string().nullable(),
  post_status: z.string().nullable(),
  ip,
  redacted_at: redactedAt,
};
/** … and alone */
export const eventDetailShape = z.object({ ...eventFields, ...detailFields }).meta({ id: 'EventDetail' });
export type EventDetail = z.infer<typeof eventDetailShape>;
/** … and alone with its site, as the tool `get_event` shows it (rulings §9.5). */
export const accountEventDetailShape = accountEventShape.extend(detailFields).meta({ id: 'AccountEventDetail' });
export type AccountEventDetail = z.infer<typeof accountEventDetailShape>;

/** rulings §7.4 */
export const ingestResultShape = z
  .object({
    accepted: integer.meta({ description: 'Events that are stored now' }),
    duplicates: integer.meta({ description: 'Events whose event_uuid was stored before' }),
    rejected: z.array(
      z.object({ index: integer.meta({ description: 'Place in the batch, from 0' }), error: z.string() }),
    ),
  })
  .meta({ id: 'IngestResult' });
export type IngestResult = z.infer<typeof ingestResultShape>;

/** rulings §8: what an operator sees of a site */
export const operatorSiteShape = z
  .object({ ...siteFields, account_id: uuid, rate_limit_rps: integer })
  .meta({ id: 'OperatorSite' });
export type OperatorSiteView = z.infer<typeof operatorSiteShape>;

export const operatorFields = {
  id: uuid,
  email: z.string(),
  plan: z.string(),
  is_reseller: z.boolean(),
  created_at: timestamp,
};
export const createdAccountShape = z.object(operatorFields).meta({ id: 'CreatedAccount' });
export type CreatedAccount = z.infer<typeof createdAccountShape>;
export const operatorAccountRowShape = z
  .object({
    ...operatorFields,
    name: z
      .string()
      .exactOptional()
      .meta({ description: 'What people call the account; absent where nobody has named it' }),
    sites_active: integer,
    sites_paused: integer,
    events_this_month: integer
      .exactOptional()
      .meta({ description: 'Only with `over` or `sort`: accepted in the UTC month, as counted in the last minute' }),
    match: z
      .object({ kind: z.enum(['site', 'site_key', 'account_key', 'group_key', 'group']), text: z.string() })
      .optional()
      .meta({
        description:
          'Only with `search`, and only where something else than the e-mail or the id matched: a domain, a prefix, or the name or reference of a group',
      }),
  })
  .meta({ id: 'OperatorAccountRow' });
export type OperatorAccountRow = z.infer<typeof operatorAccountRowShape>;
export const accountsListShape = z.object({
  accounts: z.array(operatorAccountRowShape),
  next_cursor: z.string(),
  count: integer
    .exactOptional()
    .meta({ description: 'Only with `sort`: how many accounts match, on all pages; it ends at 10,000' }),
  more: z.boolean().exactOptional().meta({ description: 'Only with `sort`: whether there are more than `count`' }),
});

export const actionShape = z
  .object({
    id: integer,
    occurred_at: timestamp,
    actor_kind: z.enum(actorKinds),
    actor: z.string(),
    action: z.string(),
    account_id: uuid.nullable(),
    site_id: uuid.nullable(),
    detail: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'Action' });
export type ActionView = z.infer<typeof actionShape>;

/** «Why does nothing arrive?», for one site: counts and times, never a text (rulings §8). */
export const arrivalShape = z
  .object({
    site_id: uuid,
    domain: z.string(),
    last_accepted_at: timestamp.nullable(),
    last_refused_at: timestamp.nullable(),
    last_refusal: z
      .string()
      .nullable()
      .meta({ description: 'The sentence that the last refused request was answered with' }),
  })
  .meta({ id: 'SiteArrival' });
export type ArrivalView = z.infer<typeof arrivalShape>;

export const adminScopes = ['admin:read', 'admin:write'] as const;
export type AdminScope = (typeof adminScopes)[number];
