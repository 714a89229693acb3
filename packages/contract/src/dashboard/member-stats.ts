import { z } from 'zod';

import { accountEventsQuery } from '../inputs.ts';
import { pictureQuery } from '../operator/operator-inputs.ts';
import { activityShape, topCodesShape } from '../operator/operator-shapes.ts';
import { hardLimitEvents } from '../fields/plan-fields.ts';
import { timestamp } from '../shapes.ts';

// Figures of an account as its members read them: rulings §10.35.

const { site_id, group_id } = accountEventsQuery.shape;
/** dashboard.silentSites: the whole account, one of its groups, or one of its sites. */
export const memberStatsQuery = z.object({ site_id, group_id });
export type MemberStatsQuery = z.output<typeof memberStatsQuery>;
/** dashboard.activity, .topSites and .topCodes: the same over some UTC days. */
export const memberPictureQuery = pictureQuery.extend({ site_id, group_id });
export type MemberPictureQuery = z.output<typeof memberPictureQuery>;

/** dashboard.activity: as the operator's; of a group without what is kept. */
export const memberActivityShape = activityShape.extend({ kept: activityShape.shape.kept.nullable() });
export type MemberActivity = z.infer<typeof memberActivityShape>;

const integer = z.int();

/** dashboard.topCodes: as the operator's, with the names of codes that the plugin knows. */
export const memberTopCodesShape = topCodesShape.extend({
  codes: z.array(z.object({ code: integer, name: z.string().optional(), events: integer })),
});
export type MemberTopCodes = z.infer<typeof memberTopCodesShape>;

const day = z.string().meta({ format: 'date', examples: ['2026-01-31'] });
const month = z.string().meta({ examples: ['2026-01'] });

/**
 * dashboard.usage: -1 for a reseller's limits, with those of the plan beside it (rulings §10.18).
 * Null: what a member of one group is not told.
 */
export const usageShape = z.object({
  /** This month (UTC), and what was accepted in it so far. */
  month,
  events: integer,
  /** Events of the whole month at the pace of its full days; null up to the 5th. */
  forecast_events: integer.nullable(),
  fair_use_events: integer.nullable(),
  hard_limit_events: hardLimitEvents,
  /** The last twelve months, oldest first. */
  months: z.array(z.object({ month, events: integer, bytes: integer })),
  sites: z.object({ active: integer, paused: integer, limit: integer.nullable() }),
  retention: z.object({
    days: integer,
    oldest_day: day.nullable(),
    /** The UTC day from which retention may delete the events of the oldest day. */
    next_purge_day: day.nullable(),
    /** Since when retention has stood still, waiting for the provider. */
    held: z.object({ since: timestamp }).nullable(),
  }),
  keys: z.object({ account: integer, limit: integer }).nullable(),
  plan_limits: z
    .object({
      sites: integer,
      retention_days: integer,
      account_keys: integer,
      fair_use_events: integer,
      hard_limit_events: hardLimitEvents,
    })
    .nullable(),
});
export type Usage = z.infer<typeof usageShape>;
