import { limits } from '@goal/contract';

/** Equal slices of a range (rulings §11.3), in ms since 1970; the last one may be shorter. */
export type Slices = { from: number; to: number; ms: number };

const dayMs = 86_400_000;
/** No event is older. */
const earliest = Date.UTC(limits.firstYear, 0);

/** The latest UTC midnight that lies at most `longest` before `end`. */
export const midnightWithin = (end: number, longest: number): number => Math.ceil((end - longest) / dayMs) * dayMs;

/**
 * Divides a range into at most `count` slices. Without `to` it ends now, without `from` it begins
 * as long before its end as a range of days may, at a UTC midnight.
 */
export function slicesOf({ from, to }: { from?: number | undefined; to?: number | undefined }, count: number): Slices {
  const end = to ?? Date.now();
  const begin = Math.max(from ?? midnightWithin(end, limits.summaryDays * dayMs), earliest);
  // Without `to` a range that begins in the future consists of its first moment.
  const last = to ?? Math.max(end, begin);
  return { from: begin, to: last, ms: Math.max(1, Math.ceil((last + 1 - begin) / count)) };
}

/**
 * The moments at which slices begin. Events that come after the end of the range, as they can where
 * the question had no `to`, belong to the last slice.
 */
export const sliceEdges = ({ from, to, ms }: Slices): number[] =>
  Array.from({ length: Math.floor((to - from) / ms) + 1 }, (_, nth) => from + nth * ms);
