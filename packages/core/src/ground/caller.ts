import type { Actor } from './actor.ts';

/** On whose account somebody acts. With a group key `group` is the one group it may reach (interface.md §4 rule 5). */
export type Caller = {
  actor: Actor;
  account: { rowId: number; id: string };
  group?: { rowId: number; id: string };
};
