/** A place in a list of events: milliseconds since 1970, then id. What follows lies strictly behind it. */
export type Position = { time: number; id: number };

/** Which way a list runs: from the newest to the oldest, or the other way. */
export type Order = 'desc' | 'asc';

/** True when `a` comes later in the list than `b`. */
export function isBehind(a: Position, b: Position, order: Order): boolean {
  const isOlder = a.time < b.time || (a.time === b.time && a.id < b.id);
  return order === 'desc' ? isOlder : a.time !== b.time || a.id !== b.id ? !isOlder : false;
}
