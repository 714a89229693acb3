import { limits, type SummaryKey } from '@goal/contract';

import { sliceEdges, type Slices } from './slices.ts';
import { zoneClock } from './zone-clock.ts';

/** What groups are counted by: the keys of `by`, and slices of the range. */
export type GroupKey = SummaryKey | 'bucket';

/** Spans of time by which rows are grouped: days or hours of a zone, or slices of a range. */
export type Spans = {
  /** The moments at which they begin, in ms since 1970, ascending. */
  edges: readonly number[];
  /** The written time of the span at a place. Places count from 1; several may have one name. */
  name: (place: number) => string;
  /** The place of the span that holds a moment. */
  placeOf: (ms: number) => number;
};

const hourMs = 3_600_000;

/**
 * The spans that the keys ask for within an inclusive range; undefined: no time is asked for. A
 * range of days or hours has a beginning. Events behind the last edge belong to the last span: they
 * were stored by a clock that was ahead by more than the contract allows.
 */
export function spansOf(
  by: readonly GroupKey[],
  zone: string,
  { from, to }: { from?: number | undefined; to?: number | undefined },
  slices: Slices | undefined,
): Spans | undefined {
  if (slices !== undefined) return spansFrom(sliceEdges(slices), (ms) => new Date(ms).toISOString());
  const unitMs = by.includes('hour') ? hourMs : by.includes('day') ? 24 * hourMs : undefined;
  if (unitMs === undefined) return undefined;
  if (from === undefined) throw new Error('a range of days or hours has no beginning');
  const clock = zoneClock(zone);
  // Events may be some hours ahead, and more arrive while the count runs: a day more has edges.
  const end = to ?? Date.now() + (limits.hoursAhead + 24) * hourMs;
  return spansFrom(clock.edges(unitMs, from, end), by.includes('hour') ? clock.hour : clock.day);
}

function spansFrom(edges: readonly number[], nameOf: (ms: number) => string): Spans {
  return {
    edges,
    name: remembered((place) => nameOf(edges[place - 1] ?? edges[0] ?? 0)),
    // Counters have a row for each site and severity of a day.
    placeOf: remembered((ms) => edges.findLastIndex((edge) => edge <= ms) + 1),
  };
}

/** Thousands of rows ask for a few hundred results. */
function remembered<Result>(find: (key: number) => Result): (key: number) => Result {
  const results = new Map<number, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = find(key);
    results.set(key, result);
    return result;
  };
}
