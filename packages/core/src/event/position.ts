/** A place in a list that runs from the newest to the oldest: milliseconds since 1970, then id. What follows is strictly below it. */
export type Position = { time: number; id: number };

/** Above every event. */
export const newest: Position = { time: Infinity, id: Number.MAX_SAFE_INTEGER };

/** True when `a` comes later in the list, that is, is older. */
export function isBelow(a: Position, b: Position): boolean {
  return a.time < b.time || (a.time === b.time && a.id < b.id);
}
