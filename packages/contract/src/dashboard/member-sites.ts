import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import * as field from '../fields/fields.ts';
import { pageParameters } from '../inputs.ts';
import { limits } from '../limits.ts';
import { accountSitesQuery } from '../operator/operator-inputs.ts';
import { inspectedSiteRowShape, inspectedSiteShape } from '../operator/operator-shapes.ts';
import { groupShape } from '../shapes.ts';
import { siteHealths } from '../fields/site-states.ts';

// Sites and groups as members see and change them: rulings §10.31, §10.32, §11.5.

const siteSorts = ['newest', 'busiest'] as const;

/** dashboard.sites.list */
export const memberSitesQuery = z.object({
  q: accountSitesQuery.shape.q,
  status: accountSitesQuery.shape.status,
  group_id: accountSitesQuery.shape.group_id,
  health: field.queryEnum('health', siteHealths).optional(),
  ...pageParameters,
  sort: field.queryChoice('sort', siteSorts).default('newest'),
});
const { last_refused_at, last_refusal, silence, email, kept } = inspectedSiteShape.shape;
export const memberSiteShape = inspectedSiteRowShape.extend({
  keep_ip: z.boolean(),
  last_refused_at,
  last_refusal,
  silence,
  health: z.enum(siteHealths),
});
export type MemberSite = z.infer<typeof memberSiteShape>;
export const memberSitesShape = z.object({ sites: z.array(memberSiteShape), next_cursor: z.string() });

/** dashboard.sites.get */
export const memberSiteDetailShape = memberSiteShape.extend({
  email,
  kept,
  /** The last refusal explained, with a cure for a member. */
  refusal_help: z.object({ meaning: z.string(), remedy: z.string() }).nullable(),
  /** The domain that a request refused as `domain mismatch` named; null if it named none. */
  refused_domain: z.string().nullable(),
});
export type MemberSiteDetail = z.infer<typeof memberSiteDetailShape>;

/**
 * dashboard.sites.move: all of these sites or none. The ids are judged later, with all ids, so any
 * type passes here (rulings §2.4).
 */
export const moveSitesBody = z.object({
  ids: z
    .array(z.unknown(), { error: 'ids must be an array' })
    .min(1, errorCatalogue.ids_range.message)
    .max(limits.activationIds, errorCatalogue.ids_range.message),
  // Without one nothing is found: sites leave their groups only by an explicit null.
  group_id: field.bodyId.optional(),
});
export type MoveSitesInput = z.output<typeof moveSitesBody>;
export const movedSitesShape = z.object({ moved: z.int() });

/** dashboard.sites.choose: the sites that shall be active; judged as those of a move. */
export const chooseSitesBody = z.object({
  ids: z
    .array(z.unknown(), { error: 'ids must be an array' })
    .min(1, errorCatalogue.chosen_ids_range.message)
    .max(limits.chosenSites, errorCatalogue.chosen_ids_range.message),
});
/** How many sites the choice activated and paused. */
export const chosenSitesShape = z.object({ activated: z.int(), paused: z.int() });
export type ChosenSites = z.infer<typeof chosenSitesShape>;

/** dashboard.sites.delete: the site's domain, typed; core compares it (rulings §10.31). */
export const deleteOwnSiteBody = z.object({ domain: z.string({ error: errorCatalogue.site_domain_typed.message }) });

/**
 * dashboard.sites.deleteSeveral: all of these sites or none, with the number of them typed as
 * `deletionOf` words it; core compares it (rulings §10.35).
 */
export const deleteSitesBody = z.object({
  ids: moveSitesBody.shape.ids,
  typed: z.string({ error: errorCatalogue.sites_counted.message }),
});
export type DeleteSitesInput = z.output<typeof deleteSitesBody>;
export const deletedSitesShape = z.object({ deleted: z.int() });

/** dashboard.sites.setKeepIp (rulings §11.5) */
export const keepIpBody = z.object({
  id: field.pathId,
  keep_ip: z.boolean({ error: 'keep_ip must be a boolean' }),
});

/** dashboard.groups.list */
export const memberGroupsQuery = z.object({ q: field.queryText('q') });
/** dashboard.groups.names: at most `limit` groups, the newest first (rulings §10.45). */
export const memberGroupNamesQuery = z.object({
  q: field.queryText('q'),
  limit: field.queryInteger('limit', 1, limits.groupNames).default(limits.groupNames),
});
export const memberGroupNamesShape = z.object({
  groups: z.array(groupShape.pick({ id: true, name: true, site_count: true })),
  /** How many further groups the answer leaves out. */
  more: z.int(),
  /** How many sites are in no group; 0 for a member of one group. */
  ungrouped: z.int(),
});
export type MemberGroupNames = z.infer<typeof memberGroupNamesShape>;
export type GroupName = MemberGroupNames['groups'][number];

export const memberGroupShape = groupShape.extend({
  active_key_count: z.int(),
  /** Accepted on this UTC day. */
  events_today: z.int(),
  silent_sites: z.int(),
});
export type MemberGroup = z.infer<typeof memberGroupShape>;
