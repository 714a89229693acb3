import type { Member } from '../event/read/member-events.ts';

/** The holder of a session's one export or bundle at a time (rulings §10.7). */
export const sessionKey = ({ keyRowId }: Member['session']): string => `session:${keyRowId}`;
