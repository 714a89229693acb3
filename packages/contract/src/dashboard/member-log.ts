import { z } from 'zod';

import { recordedActionShape } from '../record/record.ts';
import { timestamp } from '../shapes.ts';
import { logShape } from '../event/signed-log.ts';

/** dashboard.log.get: the signed log of the account, and what bears on it. */
export const memberLogShape = logShape.extend({
  copied: z
    .object({ at: timestamp, who: z.string(), what: z.enum(['checkpoint', 'bundle']) })
    .nullable()
    .meta({ description: 'When a checkpoint was last copied or a bundle downloaded; null: never' }),
  acts: z
    .array(recordedActionShape)
    .meta({ description: 'The newest acts that changed what the log holds its events to, or its key' }),
});
export type MemberLog = z.infer<typeof memberLogShape>;

/** dashboard.log.bundling: the one bundle that the session downloads. */
export const memberBundleShape = z.object({
  bundle: z
    .object({ leaves: z.int(), of: z.int().meta({ description: 'How many there are, as far as that is known' }) })
    .nullable(),
});
export type BundleProgress = NonNullable<z.infer<typeof memberBundleShape>['bundle']>;
