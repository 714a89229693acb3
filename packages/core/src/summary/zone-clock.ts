import { offsetsOf } from '../ground/zone-rules.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Turns moments into days and hours of a time zone. */
export type ZoneClock = {
  /** `2026-01-31` */
  day: (ms: number) => string;
  /** The beginning of the hour with its offset: `2026-01-31T14:00:00+01:00`. */
  hour: (ms: number) => string;
  /** Milliseconds east of UTC at a moment. */
  offset: (ms: number) => number;
  /**
   * The moments at which days or hours of the zone begin (`unitMs`: the length of one), ascending:
   * the last one up to `from`, then all up to `to`. Each change of the offset is among them.
   */
  edges: (unitMs: number, from: number, to: number) => number[];
};

/**
 * Goes by the newest rules of time zones (ground/zone-rules.ts). Since 2000 the offset of every
 * zone is a whole number of quarters of an hour, and changes at most once within a UTC day. So most
 * days need the zone's rules only twice. Throws a `RangeError` for a zone that nobody knows.
 */
export function zoneClock(zone: string): ZoneClock {
  const offsets = new Map<number, number>();
  const offsetOf = offsetsOf(zone);
  const offsetAt = (ms: number): number => {
    const known = offsets.get(ms);
    if (known !== undefined) return known;
    const offset = offsetOf(ms);
    offsets.set(ms, offset);
    return offset;
  };
  const offset = (ms: number): number => {
    const dawn = Math.floor(ms / dayMs) * dayMs;
    const before = offsetAt(dawn);
    return before === offsetAt(dawn + dayMs) ? before : offsetAt(ms);
  };
  const local = (ms: number): string => new Date(ms + offset(ms)).toISOString();
  return {
    day: (ms) => local(ms).slice(0, 10),
    hour: (ms) => `${local(ms).slice(0, 13)}:00:00${written(offset(ms))}`,
    offset,
    edges: (unitMs, from, to) => {
      const edges = new Set<number>();
      const addMultiples = (begin: number, end: number): void => {
        const late = (begin + offset(begin)) % unitMs;
        for (let ms = late === 0 ? begin : begin + unitMs - late; ms < end; ms += unitMs) edges.add(ms);
      };
      // The day of the zone that holds `from` begins less than two days before it.
      for (let dawn = Math.floor(from / dayMs - 2) * dayMs; dawn <= to; dawn += dayMs) {
        const end = dawn + dayMs;
        if (offsetAt(dawn) === offsetAt(end)) {
          addMultiples(dawn, end);
          continue;
        }
        const change = changeWithin(offsetAt, dawn, end);
        addMultiples(dawn, change);
        edges.add(change);
        addMultiples(change, end);
      }
      const all = [...edges].filter((ms) => ms <= to);
      const first = all.findLastIndex((ms) => ms <= from);
      return all.slice(Math.max(0, first));
    },
  };
}

/** The minute at which the offset changes between two moments. */
function changeWithin(offsetAt: (ms: number) => number, from: number, to: number): number {
  let [before, after] = [from, to];
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
    if (offsetAt(middle) === offsetAt(from)) before = middle;
    else after = middle;
  }
  return after;
}

function written(offset: number): string {
  const minutes = Math.abs(offset) / minuteMs;
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
