import { dayMs } from '../../filters/query/time-range.ts';

/** Heights in pixels. */
export type Heights = { row: number; heading: number };

/** A day's heading stands before its first row. */
type Heading = { before: number; time: number };

/** Where rows stand, with a heading above each day but the first, which the table's head names. */
export type Layout = {
  count: number;
  height: number;
  /** The distance of a row from the beginning of the list. */
  topOf: (index: number) => number;
  /** The row at a distance from the beginning; `count` below the last. */
  rowAt: (top: number) => number;
  /** The rows to draw for a window of the list, from `first` up to but not `end`. */
  rowsIn: (top: number, height: number) => { first: number; end: number };
  /** The time that gives a row its heading, if it has one. */
  headingOf: (index: number) => number | undefined;
};

/** A number for the day of a moment, in UTC or in the reader's zone. */
function dayOf(time: number, isUtc: boolean): number {
  if (isUtc) return Math.floor(time / dayMs);
  const date = new Date(time);
  return date.getFullYear() * 372 + date.getMonth() * 31 + date.getDate();
}

/** Rows drawn beyond the window on either side. */
const spare = 8;

/** Lays out rows of these times: all rows have one height, and so have the headings. */
export function layOut(times: readonly number[], { row, heading }: Heights, isUtc: boolean): Layout {
  const headings: Heading[] = [];
  let day: number | undefined;
  for (const [index, time] of times.entries()) {
    const own = dayOf(time, isUtc);
    if (own !== day && index > 0) headings.push({ before: index, time });
    day = own;
  }
  const count = times.length;
  /** How many headings stand above a row, its own included. */
  const headingsUpTo = (index: number): number => {
    let [low, high] = [0, headings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((headings[middle]?.before ?? Infinity) <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const topOf = (index: number): number => index * row + headingsUpTo(index) * heading;
  const rowAt = (top: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (topOf(middle) + row <= top) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const byRow = new Map(headings.map(({ before, time }) => [before, time]));
  return {
    count,
    height: count * row + headings.length * heading,
    topOf,
    rowAt,
    rowsIn: (top, height) => ({
      first: Math.max(0, rowAt(top) - spare),
      end: Math.min(count, rowAt(top + height) + spare),
    }),
    headingOf: (index) => byRow.get(index),
  };
}
