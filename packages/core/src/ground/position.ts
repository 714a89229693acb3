/**
 * A position in a list of events, by milliseconds since 1970 and id. The rest of the list comes
 * strictly after it.
 */
export type Position = { time: number; id: number };

/** The order of a list: `desc` is newest first, `asc` oldest first. */
export type Order = 'desc' | 'asc';

/** True if `a` comes later in the list than `b`. */
export function isBehind(a: Position, b: Position, order: Order): boolean {
  const isOlder = a.time < b.time || (a.time === b.time && a.id < b.id);
  return order === 'desc' ? isOlder : a.time !== b.time || a.id !== b.id ? !isOlder : false;
}
