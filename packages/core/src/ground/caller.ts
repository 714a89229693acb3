import type { Role } from '@goal/contract';

import type { Actor } from './actor.ts';

/**
 * Who acts, and on which account. With a group key `group` is the only group it may reach
 * (interface.md §4 rule 5).
 */
export type Caller = {
  actor: Actor;
  account: { rowId: number; id: string };
  group?: { rowId: number; id: string };
  /** The membership and the session that a person acts by, and the role that the request needs. */
  membership?: { rowId: number; sessionRowId: number; needs: Role };
};
