import { z } from 'zod';

import { shownBrandShape } from '../account/brand.ts';
import * as field from '../fields/fields.ts';
import { reachShape } from '../people/people.ts';
import { severities } from '../fields/severities.ts';
import { domain, foundAccountEventShape, timestamp, uuid } from '../shapes.ts';

// The report of a month, for paper (rulings §10.37).

const error = 'invalid month';

/** dashboard.report: a UTC month, `2026-10`. */
export const reportQuery = z.object({
  month: z.string({ error }).regex(/^[2-9]\d{3}-(0[1-9]|1[0-2])$/, error),
  site_id: field.queryId.optional(),
  group_id: field.queryId.optional(),
  /** Counts the newest events alone where counters of days do not answer, and comes at once. */
  quick: field.queryBoolean('quick').optional(),
});
export type ReportQuery = z.output<typeof reportQuery>;

const integer = z.int();
const day = z.string().meta({ format: 'date', examples: ['2026-10-31'] });
const site = { site_id: uuid, domain: domain.optional(), site_name: z.string().optional() };
const bySeverity = Object.fromEntries(severities.map((name) => [name, integer])) as Record<
  (typeof severities)[number],
  typeof integer
>; // Object.fromEntries loses the types of the keys

/** The largest groups of a key, the other events, and how far back it counted; null: all. */
const counted = { other: integer, counted_back_to: timestamp.nullable() };

const codeShape = z.object({ code: integer, name: z.string().exactOptional(), events: integer });
export type ReportedCode = z.infer<typeof codeShape>;

const silenceShape = z.object({ ...site, from: day, to: day, days: integer, usual_gap_days: integer });
export type ReportedSilence = z.infer<typeof silenceShape>;

export const reportShape = z.object({
  brand: shownBrandShape,
  period: z.object({
    month: z.string(),
    /** The first and the last UTC day; of a month that is not over, today. */
    from: day,
    to: day,
    /** The first day of which no event was deleted for its age; null: of none. */
    kept_from: day.nullable(),
  }),
  /** The subject of the report; both null: the whole account. */
  site: z.object(site).nullable(),
  group: reachShape,
  events: integer,
  by_day: z.array(z.object({ day, ...bySeverity })),
  by_severity: z.object({ ...bySeverity, counted_back_to: timestamp.nullable() }),
  /** Null in a report about one site. */
  top_sites: z.object({ sites: z.array(z.object({ ...site, events: integer })), ...counted }).nullable(),
  top_codes: z.object({ codes: z.array(codeShape), ...counted }),
  /** People; `without_user` counts the events without a user id, which may be of anybody. */
  top_users: z.object({
    users: z.array(z.object({ user_id: integer, username: z.string(), ...site, events: integer })),
    without_user: integer,
    ...counted,
  }),
  /** Changes of users, plugins and themes, and settings, by code; and rarer codes. */
  changes: z.object({
    users: z.array(codeShape),
    plugins: z.array(codeShape),
    settings: z.array(codeShape),
    other: integer,
  }),
  /** The newest events of high and critical severity, and how many more there are. */
  notable: z.object({
    events: z.array(foundAccountEventShape),
    more: integer,
    searched_back_to: timestamp.nullable(),
  }),
  /** Days without events of sites that usually have some; whether every site was judged. */
  silences: z.object({ sites: z.array(silenceShape), more: integer, complete: z.boolean() }),
  /** Everything was counted, every site judged, and nothing deleted for its age. */
  complete: z.boolean(),
});
export type Report = z.infer<typeof reportShape>;
