import { z } from 'zod';

import { fairUseMail } from './attention.ts';
import { shownSiteKeyAccess } from '../fields/key-access.ts';
import { holdShape } from '../account/legal-holds.ts';
import { hardLimitEvents } from '../fields/plan-fields.ts';
import {
  adminScopes,
  domain,
  keyTimes,
  operatorFields,
  operatorSiteShape,
  prefix,
  siteFields,
  timestamp,
  uuid,
} from '../shapes.ts';

// Operators' answers beyond the contract: counts and times, never what an event says (rulings §8).

const integer = z.int();
const day = z.string().meta({ format: 'date', examples: ['2026-01-31'] });

/** GET /admin/whoami: the caller's token. */
export const whoAmIShape = z
  .object({ name: z.string(), prefix, scope: z.enum(adminScopes), created_at: timestamp })
  .meta({ id: 'WhoAmI' });

/** interface.md §2 Operator account view */
export const operatorAccountShape = z
  .object({
    ...operatorFields,
    holds: z.array(holdShape).exactOptional().meta({ description: 'Legal holds that run; absent without one' }),
    sites: z.array(operatorSiteShape),
  })
  .meta({ id: 'OperatorAccount' });
export type OperatorAccountView = z.infer<typeof operatorAccountShape>;

/** rulings §4: what a plan allows. */
export const planShape = z
  .object({
    slug: z.string(),
    sites: integer,
    retention_days: integer,
    keys_per_site: integer,
    api: z.boolean().meta({ description: 'Whether it opens the read API, the account API and MCP' }),
    fair_use_events: integer.meta({ description: 'Events a month before the fair-use e-mail is sent' }),
    hard_limit_events: hardLimitEvents,
  })
  .meta({ id: 'Plan' });
export type PlanView = z.infer<typeof planShape>;

/** GET /admin/retention: what the worker has done, and what holds it back (rulings §9.2). */
export const retentionShape = z
  .object({
    last_pass_at: timestamp.nullable().meta({ description: 'When the last pass began; null: there was none yet' }),
    last_end_at: timestamp
      .nullable()
      .meta({ description: 'When a pass last came to its end; null before the first one has' }),
    last_deleted: integer.nullable().meta({ description: 'Events that the last whole pass deleted' }),
    held: z
      .object({
        reason: z.enum(['silence', 'another database']).meta({
          description:
            '`silence`: the last pass seems to lie so far back that the clock may have jumped; `another database`: it may be a restored copy',
        }),
        since: timestamp.meta({ description: 'When the last pass began' }),
      })
      .nullable()
      .meta({ description: 'Why nothing is deleted until `goal worker --confirm`; null: nothing is held back' }),
    overdue: z
      .object({
        events: integer,
        sites: integer.meta({ description: 'Sites that these events are of' }),
        oldest_day: day.nullable().meta({ description: 'UTC day of the oldest of them; null when there are none' }),
        counted_at: timestamp.nullable().meta({
          description: 'When the worker counted this; null: it has counted nothing yet, and the figures are 0',
        }),
      })
      .meta({ description: 'What retention would have deleted when the worker last counted, every ten minutes' }),
    grace_days: integer.meta({ description: 'Days that a retention which became shorter waits before it is applied' }),
  })
  .meta({ id: 'Retention' });
export type RetentionView = z.infer<typeof retentionShape>;

/** GET /admin/sites */
export const foundSiteShape = z
  .object({
    id: uuid,
    domain,
    name: z.string().nullable(),
    status: siteFields.status,
    created_at: timestamp,
    account_id: uuid,
    email: z.string(),
  })
  .meta({ id: 'FoundSite' });
export type FoundSite = z.infer<typeof foundSiteShape>;

/** GET /admin/keys: the owner of a prefix; never a secret. */
export const foundKeyShape = z
  .object({
    kind: z.enum(['site', 'account', 'group']),
    prefix,
    name: z.string().nullable(),
    ...keyTimes,
    account_id: uuid,
    email: z.string(),
    site_id: uuid.nullable(),
    domain: domain.nullable(),
    group_id: uuid.nullable(),
    group_name: z.string().nullable(),
    access: shownSiteKeyAccess,
  })
  .meta({ id: 'FoundKey' });
export type FoundKey = z.infer<typeof foundKeyShape>;

/** The stored events and their retention, from counters. */
const kept = z.object({
  events: integer,
  oldest_day: day.nullable().meta({ description: 'UTC day of the oldest event that is kept; null when no event is' }),
  kept_until: day.nullable().meta({
    description: 'First UTC day on which retention may delete that event; null without an event, and for a reseller',
  }),
});

export const limitsShape = z.object({
  sites: integer,
  retention_days: integer,
  keys_per_site: integer,
  account_keys: integer,
  fair_use_events: integer,
  hard_limit_events: hardLimitEvents,
});

/** The last downgrade, which an operator can undo: a change of plan that paused sites. */
const lastDowngrade = z
  .object({
    at: timestamp.meta({ description: 'When it was' }),
    sites_paused: integer.meta({ description: 'Sites that it paused and that are still paused' }),
    sites_that_fit: integer.meta({ description: 'How many of them the plan has places for' }),
  })
  .nullable();

/** POST /admin/accounts/{id}/sites/activate */
export const activatedSitesShape = z
  .object({
    activated: z.array(uuid).meta({ description: 'The sites that are active now and were paused, newest first' }),
    left: integer.meta({ description: 'How many of the sites asked for stay paused' }),
  })
  .meta({ id: 'ActivatedSites' });
export type ActivatedSites = z.infer<typeof activatedSitesShape>;

/** GET /admin/accounts/{id}/summary */
export const accountSummaryShape = z
  .object({
    ...operatorFields,
    name: z.string().nullable().meta({ description: 'What people call the account; null: nobody has named it' }),
    limits: limitsShape.meta({ description: 'What binds now: all are -1 for a reseller' }),
    plan_limits: limitsShape.meta({ description: 'What the plan says, also of a reseller' }),
    api: z.boolean().meta({ description: 'Whether the read API, the account API and MCP are open to it' }),
    usage: z.object({
      sites_active: integer,
      sites_paused: integer,
      sites_revoked: integer,
      groups: integer,
      account_keys: integer.meta({ description: 'Active ones' }),
      events_this_month: integer.meta({ description: 'Accepted in the calendar month (UTC) so far' }),
    }),
    fair_use_mail: fairUseMail,
    last_downgrade: lastDowngrade.meta({
      description: 'The last change of plan that paused sites; null when all of them are active again',
    }),
    kept,
    living_subscriptions: z
      .array(z.string())
      .meta({ description: 'Ids of the subscriptions at the payment provider that are paid; absent where none is' })
      .exactOptional(),
  })
  .meta({ id: 'AccountSummary' });
export type AccountSummary = z.infer<typeof accountSummaryShape>;

const siteRow = {
  ...siteFields,
  account_id: uuid,
  rate_limit_rps: integer,
  group_id: uuid.nullable(),
  group_name: z.string().nullable(),
  last_accepted_at: timestamp.nullable().meta({ description: 'When an event of it was last accepted' }),
  events_per_day: z
    .number()
    .meta({ description: 'Accepted a day, on average over the last 30 UTC days or as many as it exists; one decimal' }),
};
/** GET /admin/accounts/{id}/sites: the operator's view, with the group and the arrivals. */
export const inspectedSiteRowShape = z.object(siteRow).meta({ id: 'InspectedSiteRow' });
export type InspectedSiteRow = z.infer<typeof inspectedSiteRowShape>;

const silence = {
  last_day: day.meta({ description: 'UTC day of the last accepted event' }),
  usual_gap_days: integer.meta({ description: 'Longest gap between two days with events in the 60 days before' }),
  sentence: z.string(),
};

/** GET /admin/sites/{id} */
export const inspectedSiteShape = z
  .object({
    ...siteRow,
    email: z.string().meta({ description: 'Of its account' }),
    last_refused_at: timestamp.nullable(),
    last_refusal: z
      .string()
      .nullable()
      .meta({ description: 'The sentence that the last refused request was answered with' }),
    silence: z.object(silence).nullable().meta({ description: 'null: not silent' }),
    kept,
  })
  .meta({ id: 'InspectedSite' });
export type InspectedSite = z.infer<typeof inspectedSiteShape>;

/** GET /admin/accounts/{id}/groups */
export const inspectedGroupShape = z
  .object({
    id: uuid,
    name: z.string(),
    external_ref: z.string().nullable(),
    created_at: timestamp,
    site_count: integer,
    active_key_count: integer,
  })
  .meta({ id: 'InspectedGroup' });
export type InspectedGroup = z.infer<typeof inspectedGroupShape>;

/** GET …/activity: kept events by UTC day and severity; a row for each day, oldest first. */
export const activityShape = z
  .object({
    from: day,
    to: day,
    days: z.array(z.object({ day, info: integer, low: integer, medium: integer, high: integer, critical: integer })),
    total: integer,
    kept,
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activityShape>;

/** GET …/top-sites: at most 10, by accepted events of the UTC days of arrival, most first. */
export const topSitesShape = z
  .object({
    from: day,
    to: day,
    sites: z.array(z.object({ site_id: uuid, domain, name: z.string().nullable(), events: integer })),
    total: integer.meta({ description: 'Of all sites that exist' }),
  })
  .meta({ id: 'TopSites' });
export type TopSites = z.infer<typeof topSitesShape>;

/** GET …/top-codes: at most 10, of the newest 20,000 events of the range, most first. */
export const topCodesShape = z
  .object({
    from: day,
    to: day,
    codes: z.array(z.object({ code: integer, events: integer })),
    counted: integer.meta({ description: 'Events that were counted: the newest of the range, at most 20,000' }),
    complete: z.boolean().meta({ description: 'Whether these were all events of the range' }),
  })
  .meta({ id: 'TopCodes' });
export type TopCodes = z.infer<typeof topCodesShape>;

/** GET /admin/accounts/{id}/silent-sites: at most 100, the most recently silent first. */
export const silentSitesShape = z
  .object({
    sites: z.array(z.object({ site_id: uuid, domain, name: z.string().nullable(), ...silence })),
    total: integer,
  })
  .meta({ id: 'SilentSites' });
export type SilentSites = z.infer<typeof silentSitesShape>;

/** GET /admin/accounts/{id}/plan/preview: what a change of plan would do now, by the same rules. */
export const planPreviewShape = z
  .object({
    from: z.string(),
    to: z.string(),
    sites_to_pause: integer,
    sites: z
      .array(z.object({ id: uuid, domain, name: z.string().nullable() }))
      .meta({ description: 'The sites that would be paused, newest first, at most 100' }),
    retention_days: z.object({ from: integer, to: integer }),
    last_downgrade: lastDowngrade.meta({
      description:
        'The last change of plan that paused sites, with the places of the plan that is looked at; null when all of them are active again, or when this change itself pauses sites',
    }),
    sentences: z.array(z.string()),
  })
  .meta({ id: 'PlanPreview' });
export type PlanPreview = z.infer<typeof planPreviewShape>;
