import { z } from 'zod';

import { querySummaryKeys, queryZone } from '../fields/event-fields.ts';
import * as field from '../fields/fields.ts';
import { accountEventsQuery, siteEventsQuery } from '../inputs.ts';
import { limits } from '../limits.ts';
import { severities } from '../fields/severities.ts';
import { domain, timestamp, uuid } from '../shapes.ts';

/** The keys of a summary (rulings §11.1). */
export const summaryKeys = ['day', 'hour', 'severity', 'code', 'object', 'event_type', 'user', 'site'] as const;
export type SummaryKey = (typeof summaryKeys)[number];

const by = querySummaryKeys(summaryKeys);
const behindKeys = {
  limit: field
    .queryInteger('limit', limits.summaryGroups.min, limits.summaryGroups.max)
    .default(limits.summaryGroups.default)
    .meta({
      description: 'Groups at most; with day or hour this bounds the other key alone',
      override: { default: limits.summaryGroups.default },
    }),
  tz: queryZone('tz')
    .default('UTC')
    .meta({
      description: 'Time zone of days and hours, a name of the IANA list',
      override: { default: 'UTC', examples: ['Europe/Berlin'] },
    }),
  cursor: field.queryCursor,
};
const own = {
  by: by.prefault('severity').meta({
    description:
      'One or two of day, hour, severity, code, object, event_type, user and site, separated by commas. With day the range is at most 400 days, with hour 744 hours; without `from` it begins that long before its end',
    override: { default: 'severity', examples: ['day,severity'] },
  }),
  ...behindKeys,
};

/** GET /events/summary of the read API: the filters of the list. */
export const siteSummaryQuery = siteEventsQuery.omit({ limit: true, cursor: true }).extend(own);
/** GET /account/events/summary */
export const accountSummaryQuery = accountEventsQuery.omit({ limit: true, cursor: true }).extend(own);
export type SummaryQuery = z.output<typeof siteSummaryQuery>;

/**
 * dashboard.events.summary (rulings §11.3): beside `buckets` there is at most one key, and it is no
 * time; without `by` there is none.
 */
export const memberSummaryQuery = accountEventsQuery
  .omit({ limit: true, cursor: true })
  .extend({
    by: by.optional(),
    buckets: field.queryInteger('buckets', limits.summaryBuckets.min, limits.summaryBuckets.max).optional(),
    ...behindKeys,
  })
  .refine(
    ({ by: keys = [], buckets }) =>
      buckets === undefined || (keys.length <= 1 && !keys.includes('day') && !keys.includes('hour')),
    'invalid by',
  )
  .transform(({ by: keys, ...rest }) => ({
    ...rest,
    by: keys ?? (rest.buckets === undefined ? (['severity'] satisfies SummaryKey[]) : []),
  }));
export type MemberSummaryQuery = z.output<typeof memberSummaryQuery>;

const integer = z.int();
/** A group: the keys of `by` in the order asked for, then its number of events (rulings §11.2). */
const summaryGroupShape = z
  .object({
    day: z
      .string()
      .meta({ format: 'date', examples: ['2026-01-31'] })
      .exactOptional(),
    hour: z
      .string()
      .meta({
        description: "Beginning of the hour, with the time zone's offset",
        examples: ['2026-01-31T14:00:00+01:00'],
      })
      .exactOptional(),
    severity: z.enum(severities).exactOptional(),
    code: integer.exactOptional(),
    name: z
      .string()
      .meta({ description: 'What the code means, where the plugin knows it', examples: ['user: failed login'] })
      .exactOptional(),
    object: z.string().exactOptional(),
    event_type: z.string().exactOptional(),
    user_id: integer
      .meta({
        description:
          'A user of the site `site_id`; 0: all events of the site without an id of a user, perhaps of several people',
      })
      .exactOptional(),
    username: z
      .string()
      .meta({ description: 'Name of the user in the newest event of the group; of `user_id` 0 not the name of all' })
      .exactOptional(),
    site_id: uuid.meta({ description: 'The site, or the site of the user' }).exactOptional(),
    domain: domain.optional(),
    site_name: z.string().optional(),
    events: integer,
  })
  .meta({ id: 'SummaryGroup' });

export const summaryShape = z
  .object({
    counts: z.array(summaryGroupShape),
    other: integer.meta({ description: 'Matching events in none of these groups' }),
    matched: integer.meta({ description: 'The sum of all groups and of `other`' }),
    looked_at: integer.meta({ description: 'Events of the scope and time range that this call examined' }),
    complete: z.boolean().meta({ description: 'True: nothing further is there' }),
    counted_back_to: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'Time of the last event examined; null when complete' }),
    source: z.enum(['days', 'events']).meta({ description: 'Counted from the counters of days, or from events' }),
    next_cursor: z.string().meta({ description: 'Counts on from there; empty when complete' }),
  })
  .meta({ id: 'Summary' });
export type Summary = z.infer<typeof summaryShape>;

/** The beginning of a slice stands first in its groups (rulings §11.3). */
const memberGroupShape = z.object({ bucket: timestamp.exactOptional(), ...summaryGroupShape.shape });
export type MemberSummaryGroup = z.infer<typeof memberGroupShape>;

/** With `buckets`: the range that was divided, both ends inclusive, and the length of a slice. */
export const memberSummaryShape = summaryShape.extend({
  counts: z.array(memberGroupShape),
  from: timestamp.exactOptional(),
  to: timestamp.exactOptional(),
  bucket_ms: integer.exactOptional(),
});
export type MemberSummary = z.infer<typeof memberSummaryShape>;
