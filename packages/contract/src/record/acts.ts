import { z } from 'zod';

import * as field from '../fields/fields.ts';

/** `*.act`: which act is asked about (rulings §10.52). */
export const actQuery = z.object({ id: field.pathText });

/** The outcome of an act (rulings §10.52). */
export const actShape = z.object({
  state: z.enum(['done', 'unknown']).meta({ description: '`unknown`: not done, or not yet' }),
  action: z.string().nullable().meta({ description: 'The first action that it recorded; null: it records none' }),
  ids: z.record(z.string(), z.string()).meta({ description: 'Ids and prefixes of what it changed, by name' }),
});
export type ActShape = z.output<typeof actShape>;
