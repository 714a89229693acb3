import { z } from 'zod';

import { retentionShape } from './operator-shapes.ts';
import { timestamp } from '../shapes.ts';
import { logOfLogsShape } from '../event/signed-log.ts';

const integer = z.int();

/** A process that works on the database. `name` holds its machine and its process id. */
const instanceShape = z.object({
  kind: z.string().meta({ description: '`server` or `worker`' }),
  name: z.string(),
  version: z.string(),
  started_at: timestamp,
  seen_at: timestamp.meta({ description: 'When it last reported' }),
});

/** The machines of Citus over which the events are distributed. */
const citusShape = z.object({
  shards: integer.meta({ description: 'Parts into which the events are distributed, by account' }),
  imbalance: z
    .number()
    .nullable()
    .meta({
      description: 'Bytes of the largest worker divided by the mean of all that answer; null: no worker answers',
      examples: [1.08],
    }),
  workers: z.array(
    z.object({
      name: z.string().meta({ description: 'Host and port', examples: ['worker-1.internal:5432'] }),
      shards: integer,
      bytes: integer.nullable().meta({ description: 'Bytes of its database; null while it is away' }),
      away: z.boolean().meta({ description: 'Whether the coordinator cannot reach it within 1.5 s' }),
      lacks: z.array(z.string()).meta({ description: 'Settings that the role of the service lacks there' }),
    }),
  ),
});

/** GET /admin/status and `goal status --json`: for the operator on call (rulings §8). */
export const statusShape = z
  .object({
    version: z.string(),
    database: z.object({
      kind: z.enum(['embedded', 'DATABASE_URL']),
      postgresql: z.string().meta({ description: 'Version of PostgreSQL' }),
      bytes: integer,
      last_migration: z.string().nullable(),
      refuses_writes: z
        .string()
        .nullable()
        .meta({ description: 'Why the database refuses writes, as with a full disk; null: it takes them' }),
    }),
    citus: citusShape
      .nullable()
      .meta({ description: 'The machines over which events are distributed; null: one PostgreSQL holds everything' }),
    time_zones: z.object({
      release: z.string().meta({ description: 'Release of the rules of time zones', examples: ['2026f'] }),
      source: z
        .enum(['shipped', 'runtime', 'TZ_FILE'])
        .meta({ description: 'Whose rules these are, the newest: ours, those of Node, or those of `TZ_FILE`' }),
    }),
    redis: z
      .object({ reachable: z.boolean(), reason: z.string().nullable() })
      .nullable()
      .meta({ description: 'What shares the rate limits; null: each instance counts by itself' }),
    instances: z
      .array(instanceShape)
      .meta({ description: 'Those that reported within the last minute, at most 1,000' }),
    retention: retentionShape,
    to_reclaim: integer.meta({ description: 'Deleted sites and accounts whose events are not reclaimed yet' }),
    mail: z.object({
      waiting: integer,
      failing: integer,
      last_failure: z.string().nullable(),
      oldest_waiting_since: timestamp.nullable(),
    }),
    streams: z
      .object({
        active: integer,
        failing: integer,
        failing_since: timestamp.nullable(),
        paused: integer,
        resting: integer.meta({ description: 'Paused since the database was restored or failed over' }),
        disabled: integer,
        set_aside: integer.meta({ description: 'Events that a sink refused alone and that wait for a retry' }),
        waiting_seconds: integer.meta({
          description:
            'How long the oldest event waits for a stream that neither fails nor rests; 0 where not all workers of Citus answered',
        }),
        key_kept: z
          .enum(['environment', 'database'])
          .nullable()
          .meta({ description: 'Where the key is that seals secrets of streams; null without streams' }),
      })
      .meta({ description: 'What the service sends out by itself, of all accounts' }),
    legal_holds: z
      .object({ running: integer, accounts: integer })
      .exactOptional()
      .meta({ description: 'Legal holds, and the accounts that have one; absent without one' }),
    signed_logs: z
      .object({
        logs: integer,
        behind_seconds: integer.meta({ description: 'For how long the oldest event waits to be sealed' }),
        mismatches: integer.meta({ description: 'Leaves that no longer match what is stored' }),
        key_kept: z.enum(['environment', 'database']).nullable(),
        log_of_logs: logOfLogsShape
          .exactOptional()
          .meta({ description: 'The log that witnesses cosign; absent without LOG_WITNESSES' }),
      })
      .nullable()
      .meta({ description: 'The signed logs of all accounts; null: not all workers of Citus answered' }),
    people: z.object({ people: integer, open_sessions: integer, open_invitations: integer }),
    payment_refusal: z
      .object({ at: timestamp, reason: z.string() })
      .nullable()
      .meta({ description: 'The last event of the payment provider that was refused or changed nothing' }),
    concerns: z.array(z.string()).meta({ description: 'What needs a person, in sentences; empty: all is well' }),
  })
  .meta({ id: 'Status' });
export type StatusView = z.infer<typeof statusShape>;
