import { limits, type SummaryKey } from '@goal/contract';

import { sliceEdges, type Slices } from './slices.ts';
import { zoneClock } from './zone-clock.ts';

/** What groups are counted by: the keys of `by`, and slices of the range. */
export type GroupKey = SummaryKey | 'bucket';

/** Spans of time by which rows are grouped: days or hours of a zone, or slices of a range. */
export type Spans = {
  /** The moments at which they begin, in ms since 1970, ascending. */
  edges: readonly number[];
  /** How the time of a span is written. Its place is 1 for the first. Several may have one name. */
  name: (place: number) => string;
  /** The place of the span that holds a moment. */
  placeOf: (ms: number) => number;
};

const hourMs = 3_600_000;

/** The spans that the keys ask for within an inclusive range; undefined: no time is asked for. */
export function spansOf(
  by: readonly GroupKey[],
  zone: string,
  { from, to }: { from?: number | undefined; to?: number | undefined },
  slices: Slices | undefined,
): Spans | undefined {
  if (slices !== undefined) return spansFrom(sliceEdges(slices), (ms) => new Date(ms).toISOString());
  const unitMs = by.includes('hour') ? hourMs : by.includes('day') ? 24 * hourMs : undefined;
  if (unitMs === undefined) return undefined;
  const clock = zoneClock(zone);
  // Events arrive during the question, so a day more is named than they may be ahead.
  const end = to ?? Date.now() + (limits.hoursAhead + 24) * hourMs;
  const edges = clock.edges(unitMs, from ?? Date.UTC(limits.firstYear, 0), end);
  return spansFrom(edges, by.includes('hour') ? clock.hour : clock.day);
}

function spansFrom(edges: readonly number[], nameOf: (ms: number) => string): Spans {
  const names = new Map<number, string>();
  return {
    edges,
    name: (place) => {
      const known = names.get(place);
      if (known !== undefined) return known;
      const name = nameOf(edges[place - 1] ?? edges[0] ?? 0);
      names.set(place, name);
      return name;
    },
    placeOf: (ms) => edges.findLastIndex((edge) => edge <= ms) + 1,
  };
}
