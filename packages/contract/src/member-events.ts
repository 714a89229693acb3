import { z } from 'zod';

import * as field from './fields.ts';
import { eventPath } from './inputs.ts';
import { limits } from './limits.ts';
import { foundAccountEventShape } from './shapes.ts';

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
