import type { Role } from '@goal/contract';

import type { Actor } from './actor.ts';

/** An actor on an account; a group key reaches `group` alone (interface.md §4 rule 5). */
export type Caller = {
  actor: Actor;
  account: { rowId: number; id: string };
  group?: { rowId: number; id: string };
  /** The membership and the session that a person acts by, and the role that the request needs. */
  membership?: { rowId: number; sessionRowId: number; needs: Role };
};
