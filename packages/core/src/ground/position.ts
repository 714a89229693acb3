/** A place in a list of events, by ms since 1970 and id; the rest comes strictly after it. */
export type Position = { time: number; id: number };

/**
 * Where a search stopped. The position may be that of an event outside the scope, so only a sealed
 * cursor holds it (rulings §6.4). `lastAt`: the time of the last event of the scope up to there, in
 * milliseconds since 1970, which a reader may know.
 */
export type Stop = Position & { lastAt: number };

/** The order of a list: `desc` is newest first, `asc` oldest first. */
export type Order = 'desc' | 'asc';

/** True if `a` comes later in the list than `b`. */
export function isBehind(a: Position, b: Position, order: Order): boolean {
  const isOlder = a.time < b.time || (a.time === b.time && a.id < b.id);
  return order === 'desc' ? isOlder : a.time !== b.time || a.id !== b.id ? !isOlder : false;
}
