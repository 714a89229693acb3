/** A place in a list of events, by ms since 1970 and id; the rest comes strictly after it. */
export type Position = { time: number; id: number };

/**
 * Where a search stopped, perhaps outside the scope, so that only a sealed cursor holds it (rulings
 * §6.4). `lastAt`: its last event of the scope, in ms since 1970, may be known.
 */
export type Stop = Position & { lastAt: number };

/** The order of a list: `desc` is newest first, `asc` oldest first. */
export type Order = 'desc' | 'asc';

/** True if `a` comes later in the list than `b`. */
export function isBehind(a: Position, b: Position, order: Order): boolean {
  const isOlder = a.time < b.time || (a.time === b.time && a.id < b.id);
  return order === 'desc' ? isOlder : a.time !== b.time || a.id !== b.id ? !isOlder : false;
}
