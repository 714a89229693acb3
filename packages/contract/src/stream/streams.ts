import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import * as field from '../fields/fields.ts';
import { accountEventsQuery, siteEventsQuery } from '../inputs.ts';
import { limits } from '../limits.ts';
import { timestamp, uuid } from '../shapes.ts';
import { sinkTypes } from './stream-sink-words.ts';
import { givenSink } from './stream-sinks.ts';
import { parseTimestamp } from '../text/timestamps.ts';

// Streams to sinks (rulings §15).

export const streamStatuses = ['active', 'failing', 'paused', 'disabled'] as const;
export type StreamStatus = (typeof streamStatuses)[number];
/** Why a stream is paused (rulings §15.13). */
export const streamPausers = ['customer', 'operator', 'restore', 'failover'] as const;
export type StreamPauser = (typeof streamPausers)[number];

// The conditions of GET /account/events without times and position.
const conditions = siteEventsQuery.omit({ limit: true, from: true, to: true, cursor: true });
const { site_id, group_id } = accountEventsQuery.shape;
const filterFields = z.object({ site_id, group_id, ...conditions.shape });
const filterNames = new Set(Object.keys(filterFields.shape));

/** Filters (rulings §15.2). An unknown name is refused: it would send what it was to leave out. */
const filters = z
  .unknown()
  .transform((given, context) => {
    const refuse = (message: string): never => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (given === null) return {};
    if (typeof given !== 'object' || Array.isArray(given)) return refuse(errorCatalogue.invalid_filters.message);
    const present = Object.fromEntries(Object.entries(given as object).filter(([, value]) => value !== null));
    if (Object.keys(present).some((name) => !filterNames.has(name)))
      return refuse(errorCatalogue.invalid_filters.message);
    const parsed = filterFields.safeParse(present);
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? errorCatalogue.invalid_filters.message);
    return parsed.data;
  })
  .meta({
    description: 'The conditions of GET /account/events; lists are arrays',
    override: {
      type: ['object', 'null'],
      properties: Object.fromEntries([...filterNames].map((name) => [name, {}])),
      examples: [{ severity: ['high', 'critical'] }],
    },
  });
export type StreamFilters = z.output<typeof filterFields>;

const start = z
  .enum(['now', 'oldest'], { error: 'invalid start' })
  .meta({ description: '`oldest`: from the oldest event that the tail reaches' });

/** POST /account/streams */
export const createStreamBody = z.object({
  name: field.requiredName.meta({
    description: 'Unique in the account',
    override: { minLength: 1, maxLength: limits.nameLength, examples: ['Our SIEM'] },
  }),
  sink: givenSink,
  filters: filters.optional(),
  start: start.optional(),
});
export type CreateStreamInput = z.output<typeof createStreamBody>;

/** dashboard.streams.alert: a stream of mails to ids of members; null: the account's address. */
export const alertBody = z
  .object({ name: createStreamBody.shape.name, to: z.unknown().optional(), filters: z.unknown().optional() })
  .transform(({ to, ...rest }): z.input<typeof createStreamBody> => ({ ...rest, sink: { type: 'mail', to } }))
  .pipe(createStreamBody);

/** PATCH /account/streams/{id}: what is omitted stays. */
export const updateStreamBody = z
  .object({
    name: field.requiredNameWhenSent.optional(),
    sink: givenSink.optional(),
    filters: filters.optional(),
  })
  .refine(
    ({ name, sink, filters: changed }) => name !== undefined || sink !== undefined || changed !== undefined,
    errorCatalogue.name_sink_or_filters.message,
  );
export type UpdateStreamInput = z.output<typeof updateStreamBody>;

/** POST /account/streams/{id}/replay: milliseconds since 1970, or `oldest`. */
export const replayBody = z.object({
  from: z
    .unknown()
    .transform((given, context): number | 'oldest' => {
      if (given === 'oldest') return given;
      const time = typeof given === 'string' ? parseTimestamp(given, { bare: true }) : undefined;
      if (time !== undefined) return time;
      context.addIssue({ code: 'custom', message: 'invalid from' });
      return z.NEVER;
    })
    .meta({
      description: 'When the first event arrived, or `oldest`',
      override: { type: 'string', examples: ['2026-01-31T12:00:00Z', 'oldest'] },
    }),
});

export const streamPath = z.object({ id: field.pathId.meta({ description: 'Id of the stream' }) });
/** POST /account/streams/{id}/secret */
export const rotateSecretQuery = z.object({
  end_former: field
    .queryBoolean('end_former')
    .meta({ description: 'Ends a former secret that still signs; without it that is 409' })
    .optional(),
});
export const streamListPage = z.object({ limit: accountEventsQuery.shape.limit, cursor: field.queryCursor });

const count = z.int().min(0);
const error = z.string().nullable();
export const streamShape = z
  .object({
    id: uuid,
    name: z.string(),
    status: z.enum(streamStatuses),
    paused_by: z
      .enum(streamPausers)
      .nullable()
      .meta({ description: 'Null unless `status` is `paused`. What an operator paused, only an operator resumes' }),
    sink: z.record(z.string(), z.unknown()).meta({ description: 'As it was given, with null in the place of secrets' }),
    filters: z.record(z.string(), z.unknown()),
    created_at: timestamp,
    behind_seconds: count.meta({ description: 'Age of the oldest event that waits; 0: none' }),
    delivered: count,
    set_aside: count.meta({ description: 'Events that the sink refused one by one' }),
    last_delivery_at: timestamp.nullable(),
    failing_since: timestamp.nullable(),
    last_error: error,
    next_attempt_at: timestamp.nullable(),
    gap: z
      .object({ from: timestamp, to: timestamp })
      .nullable()
      .meta({ description: 'Between these times commits were forgotten for their age' }),
  })
  .meta({ id: 'Stream' });
export type StreamView = z.infer<typeof streamShape>;
export const streamsShape = z.object({ streams: z.array(streamShape) });

export const createdStreamShape = z
  .object({
    id: uuid,
    name: z.string(),
    secret: z.string().nullable().meta({ description: 'Signs webhooks; shown this once. Null for other sinks' }),
  })
  .meta({ id: 'CreatedStream' });
export const rotatedSecretShape = z
  .object({
    secret: z.string(),
    former_until: timestamp.meta({ description: 'Until then the former secret signs as well' }),
  })
  .meta({ id: 'RotatedStreamSecret' });
export const streamTestShape = z
  .object({ ok: z.boolean(), status: z.int().nullable(), error, took_ms: count })
  .meta({ id: 'StreamTest' });
export const eventCountShape = z.object({ events: count });

export const deliveryOutcomes = ['delivered', 'refused', 'failed', 'set_aside'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];
export const deliveryShape = z
  .object({
    at: timestamp,
    outcome: z.enum(deliveryOutcomes),
    events: count,
    first_id: count.nullable(),
    last_id: count.nullable(),
    attempt: count,
    status: z.int().nullable(),
    error,
    took_ms: count,
    bytes: count,
  })
  .meta({ id: 'StreamDelivery' });
export const deliveriesShape = z.object({ deliveries: z.array(deliveryShape), next_cursor: z.string() });
export const setAsideShape = z.object({
  events: z.array(
    z.object({ id: count, at: timestamp, status: z.int().nullable(), error }).meta({ id: 'SetAsideEvent' }),
  ),
  next_cursor: z.string(),
});

/** A stream for operators: no path of an address and no filter (rulings §15.9). */
export const operatorStreamShape = z
  .object({
    id: uuid,
    name: z.string(),
    sink_type: z.enum(sinkTypes),
    host: z.string().nullable(),
    ...streamShape.pick({
      status: true,
      paused_by: true,
      created_at: true,
      behind_seconds: true,
      delivered: true,
      set_aside: true,
      last_delivery_at: true,
      failing_since: true,
      last_error: true,
      next_attempt_at: true,
      gap: true,
    }).shape,
  })
  .meta({ id: 'OperatorStream' });
export type OperatorStreamView = z.infer<typeof operatorStreamShape>;
export const operatorStreamsShape = z.object({ streams: z.array(operatorStreamShape) });
export type DeliveryView = z.infer<typeof deliveryShape>;
export type SetAsideView = z.infer<typeof setAsideShape>['events'][number];
