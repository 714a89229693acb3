import { z } from 'zod';

import * as field from '../fields/fields.ts';
import { accountEventsQuery, siteEventsQuery } from '../inputs.ts';
import { limits } from '../limits.ts';
import { accountEventShape, ip, redactedAt, siteEventShape } from '../shapes.ts';

const own = {
  after: field.queryAfter,
  limit: field
    .queryInteger('limit', limits.tailSize.min, limits.tailSize.max)
    .default(limits.tailSize.default)
    .meta({ description: 'Events at most', override: { default: limits.tailSize.default } }),
  wait: field
    .queryInteger('wait', 0, limits.tailWaitSeconds)
    .default(0)
    .meta({ description: 'Seconds to wait for an event when there is none', override: { default: 0 } }),
};
const { site_id, group_id } = accountEventsQuery.shape;
// The list's filters without times and position.
const filters = siteEventsQuery.omit({ limit: true, from: true, to: true, cursor: true }).shape;

/** GET /events/tail of the read API (docs/decisions/016-tail.md). */
export const siteTailQuery = z.object({ ...own, ...filters });
/** GET /account/events/tail */
export const accountTailQuery = z.object({ site_id, group_id, ...own, ...filters });
export type TailQuery = z.output<typeof siteTailQuery>;
/** dashboard.events.tail: a page waits for a shorter time than a program. */
export const memberTailQuery = accountTailQuery.extend({
  wait: field.queryInteger('wait', 0, limits.sessionTailWaitSeconds).default(0),
});

const received = {
  received_at: z
    .string()
    .meta({ format: 'date-time', description: 'When it was stored', examples: ['2026-01-31T12:00:00.000Z'] }),
  ip,
  redacted_at: redactedAt,
};
/** An event in the tail and the export: as in the list, with the time at which it was stored. */
export const siteReceivedEventShape = siteEventShape.extend(received).meta({ id: 'SiteReceivedEvent' });
export type SiteReceivedEvent = z.infer<typeof siteReceivedEventShape>;
export const accountReceivedEventShape = accountEventShape.extend(received).meta({ id: 'AccountReceivedEvent' });
export type AccountReceivedEvent = z.infer<typeof accountReceivedEventShape>;

/** An answer of a tail. */
const tailOf = <Event extends z.ZodType>(event: Event) =>
  z.object({
    events: z.array(event).meta({ description: 'In the order in which they became visible' }),
    next_after: z.string().meta({ description: 'Give it back as `after`; it is never empty' }),
    expired: z.boolean().meta({
      description:
        'True: `after` lies before what the tail still reaches, or the database was restored since; the answer goes on with the oldest kept, and events in between are only in the lists and the export. Drop what you have already by its id',
    }),
  });
export const siteTailShape = tailOf(siteReceivedEventShape).meta({ id: 'SiteTail' });
export const accountTailShape = tailOf(accountReceivedEventShape).meta({ id: 'AccountTail' });
