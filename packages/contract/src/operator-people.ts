import { z } from 'zod';

import * as field from './fields.ts';
import { pageParameters } from './inputs.ts';
import { adminScopes, keyTimes, prefix } from './shapes.ts';

// What operators say and see of people and of their own tokens: rulings §10.25, §10.27.

/** GET /admin/tokens */
export const adminTokensQuery = z.object(pageParameters);

/** DELETE /admin/tokens/{prefix} */
export const adminTokenPath = z.object({
  prefix: field.pathText.meta({ description: 'The prefix of the token, as the list shows it' }),
});

/** GET /admin/tokens: an admin token without its secret (rulings §10.27). */
export const adminTokenShape = z
  .object({ prefix, name: z.string(), scope: z.enum(adminScopes), ...keyTimes })
  .meta({ id: 'AdminToken' });
export type AdminTokenView = z.infer<typeof adminTokenShape>;
