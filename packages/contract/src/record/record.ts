import { z } from 'zod';

import { actionsQuery } from '../inputs.ts';
import { actionShape } from '../shapes.ts';

/** dashboard.actions.list: `actor` is a member's e-mail, a key's prefix, or «the provider». */
export const recordQuery = actionsQuery.omit({ account_id: true, actor_kind: true });

/** The actors as customers see them (rulings §10.17). */
const recordedActors = ['member', 'account_key', 'group_key', 'site_key', 'stripe', 'provider', 'worker'] as const;

/** One act in the account's own record. `sentence` says what was done, without who did it. */
export const recordedActionShape = actionShape
  .omit({ actor_kind: true, actor: true, account_id: true })
  .extend({
    who_kind: z.enum(recordedActors),
    who: z.string(),
    sentence: z.string(),
    site_domain: z.string().nullable(),
  })
  .meta({ id: 'RecordedAction' });
export type RecordedAction = z.infer<typeof recordedActionShape>;

/** dashboard.actions.list */
export const recordPageShape = z.object({ actions: z.array(recordedActionShape), next_cursor: z.string() });
