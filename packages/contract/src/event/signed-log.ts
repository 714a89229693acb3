import { z } from 'zod';

import * as field from '../fields/fields.ts';
import { timestamp } from '../shapes.ts';

// The signed log (rulings §16): what it says of itself. Its own bytes are in packages/signed-log.

const origin = z.string().meta({ description: 'The name of the log, under which it signs' });
const size = z.int().meta({ description: 'How many leaves it has: notes and events' });
const root = z.string().meta({ description: 'Hash of the tree, in base64' });
const behindSeconds = z
  .int()
  .meta({ description: 'For how many seconds the oldest stored event waits to be sealed; 0: none waits' });
const witnesses = z
  .array(z.string())
  .meta({ description: 'Names of the witnesses that cosigned the newest entry about this log in the log of logs' });
const end = z.object({ origin: z.string(), size: z.int(), root: z.string() });

/** GET /account/log */
export const logShape = z
  .object({
    origin,
    size,
    root,
    checkpoint: z.string().meta({ description: 'The signed note of this size (c2sp.org/tlog-checkpoint)' }),
    sealed_at: timestamp,
    behind_seconds: behindSeconds,
    vkeys: z.array(
      z.object({
        vkey: z.string(),
        from_size: z.int().meta({ description: 'The first size that it signed' }),
        until: timestamp
          .nullable()
          .meta({ description: 'It signs beside its successor until then; null: it has none' }),
      }),
    ),
    key_kept: z.enum(['environment', 'database']).meta({ description: 'Where the service keeps the key that signs' }),
    began_at: timestamp,
    earlier_events: z.int().meta({ description: 'Events that were stored before the log began, and are not in it' }),
    previous: end.nullable().meta({ description: 'Where the log before it ended, as after a restore' }),
    witnesses,
  })
  .meta({ id: 'Log' });
export type LogView = z.infer<typeof logShape>;

/** GET /account/log/consistency */
export const consistencyQuery = z.object({
  from: field
    .queryInteger('from', 0)
    .default(0)
    .meta({ description: 'A size of the log, as an older checkpoint says it', override: { default: 0 } }),
  to: field.queryInteger('to', 0).meta({ description: 'A larger size; the newest if omitted' }).optional(),
});
export type ConsistencyQuery = z.output<typeof consistencyQuery>;
export const consistencyShape = z.object({
  from: z.int(),
  to: z.int(),
  hashes: z.array(z.string()).meta({ description: 'The proof (section 2.1.2 of RFC 6962), in base64' }),
});
export type ConsistencyView = z.infer<typeof consistencyShape>;

/** GET /account/log/tile/{level}/{index} */
export const tilePath = z.object({
  level: field.pathText.meta({
    description: 'The level of the tile, 0 to 5, or `entries` for the leaves themselves',
  }),
  index: field.pathText.meta({
    description:
      'Which one: digits in groups of three, all but the last with an `x` in front (`x001/x234/067`; the slashes may stand as they are), and `.p/{width}` behind them for a part of 1 to 255',
  }),
});
export type TilePath = z.output<typeof tilePath>;

/** GET /account/log/bundle */
export const bundleQuery = z.object({
  site_id: field.queryId.meta({ description: 'The log of one site, with proofs' }).optional(),
  group_id: field.queryId.meta({ description: 'The logs of the sites of one group, with proofs' }).optional(),
});
export type BundleQuery = z.output<typeof bundleQuery>;

/** GET /log-keys */
export const logKeysShape = z.object({
  keys: z.array(
    z.object({
      public: z.string().meta({ description: 'Ed25519, 32 bytes in base64' }),
      from: timestamp,
      until: timestamp.nullable().meta({ description: 'Since then it signs no more; null: it signs' }),
    }),
  ),
});
export type LogKeysView = z.infer<typeof logKeysShape>;

/** GET /admin/accounts/{id}/log: nothing of what the log says. */
export const operatorLogShape = z.object({
  origin,
  size,
  sealed_at: timestamp,
  behind_seconds: behindSeconds,
  witnesses,
});
export type OperatorLogView = z.infer<typeof operatorLogShape>;

/** The log of logs and its witnesses (rulings §16.17), in GET /admin/status. */
export const logOfLogsShape = z.object({
  log: z
    .object({ origin, size, vkeys: z.array(z.string()) })
    .nullable()
    .meta({ description: 'The newest log of logs, with the keys that sign it; null: it is yet to begin' }),
  witnesses: z.array(
    z.object({
      name: z.string(),
      size: z.int().meta({ description: 'How many entries it cosigned' }),
      cosigned_at: timestamp.nullable(),
      failing_since: timestamp.nullable().meta({ description: 'Since when it has not answered as it must' }),
      behind_seconds: z.int().meta({ description: 'The seconds since then; 0: it answers' }),
      failure: z.string().nullable(),
    }),
  ),
});
export type LogOfLogsView = z.infer<typeof logOfLogsShape>;
