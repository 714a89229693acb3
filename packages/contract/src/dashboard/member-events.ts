import { z } from 'zod';

import * as field from '../fields/fields.ts';
import { eventPath } from '../inputs.ts';
import { limits } from '../limits.ts';
import { accountEventDetailShape, foundAccountEventShape, ip, redactedAt, timestamp } from '../shapes.ts';
import { exportFormats, exportShape } from '../event/export.ts';

// How members read the log of an account (rulings §10.33).

/** dashboard.events.around: the nearest come first on both sides. */
export const aroundQuery = z.object({
  ...eventPath.shape,
  count: field
    .queryInteger('count', limits.aroundEvents.min, limits.aroundEvents.max)
    .default(limits.aroundEvents.default),
});
export const eventsAroundShape = z.object({
  before: z.array(foundAccountEventShape),
  after: z.array(foundAccountEventShape),
});
export type EventsAround = z.infer<typeof eventsAroundShape>;

/** dashboard.events.get: with the time at which the service stored the event. */
export const memberEventDetailShape = accountEventDetailShape
  .omit({ ip: true, redacted_at: true })
  .extend({ received_at: timestamp, ip, redacted_at: redactedAt });
export type MemberEventDetail = z.infer<typeof memberEventDetailShape>;

const exportProgressShape = z.object({ format: z.enum(exportFormats), started_at: timestamp, events: z.int() });
/** An export, and how many events it has written. */
export type ExportProgress = z.infer<typeof exportProgressShape>;

/**
 * dashboard.events.exporting: the export that the session runs, its last one if that was cut off,
 * and its last one however it ended; null where there is no such export (rulings §10.33).
 */
export const memberExportShape = z.object({
  export: exportProgressShape.nullable(),
  cut_off: exportProgressShape.nullable(),
  last: exportShape.nullable(),
});
export type MemberExport = z.infer<typeof memberExportShape>;
