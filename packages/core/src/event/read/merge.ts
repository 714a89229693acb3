import type { Position } from '../../ground/position.ts';
import { aimAt, runStep, type SearchReach, type Search, type Walk } from './search-step.ts';

/**
 * Merges the sites' lists step by step (docs/decisions/011-group-pages.md). `density` estimates how
 * many of their events lie in a millisecond.
 */
export function merge<Found>(search: Search<Found>, sites: number[], density: number): Walk<Found> {
  const bySize = mergeBySize(search, sites);
  return search.filter.isEmpty ? bySize : mergeByTime(search, sites, density, bySize);
}

/**
 * Rows that a step may read. A step that reads messages takes fewer, because it fetches events one
 * by one and a message may be long.
 */
export function readsMaxOf({ bounds, filter }: SearchReach): number {
  return filter.event === null ? bounds.mergeReads : Math.ceil(bounds.mergeReads / 16);
}

/** How much wider and how much narrower the next span may be, as factors. */
const [widest, narrowest] = [64, 1 / 8];

/**
 * Each step reads all sites over one span of time, which should hold what is lacking and half of a
 * step at most. Where a millisecond holds too many rows `otherwise` takes over.
 */
function mergeByTime<Found>(
  search: Search<Found>,
  sites: number[],
  density: number,
  otherwise: Walk<Found>,
): Walk<Found> {
  const { upTo, bounds } = search;
  const statement = search.statements.span();
  const readsMax = readsMaxOf(search);
  // The span, in milliseconds, for as many rows as the last step aimed at.
  let [span, aimed] = [1 / density, 1];
  let isTrial = true;
  return {
    async step(below, wanted, lacking = bounds.stride / 2) {
      // The first span is a trial: a scan may have seen few rows, or none for a long time.
      const aim = Math.min(readsMax / 2, aimAt(lacking, bounds)) * (isTrial ? narrowest : 1);
      isTrial = false;
      span *= aim / aimed;
      aimed = aim;
      for (;;) {
        if (span < 1) {
          span = 1;
          return otherwise.step(below, wanted);
        }
        const edge = edgeOf(search, below, span);
        const step = await runStep({ ...search, upTo: edge }, statement, {
          below,
          reads: readsMax,
          wanted,
          rest: [sites],
        });
        if (step.bound === 'too many') {
          span = Math.min(span, Math.abs(below.time - edge)) * narrowest;
          continue;
        }
        // An empty step widens the next span as far as allowed.
        span *= Math.max(narrowest, Math.min(widest, aim / step.looked));
        if (!step.isClosed || edge === upTo) return step;
        return { ...step, end: { time: edge, id: 0 } };
      }
    },
  };
}

/** All events lie between these moments; a span beyond them extends to the end of the list. */
const earliest = Date.UTC(1970, 0);
const latest = (): number => Date.now() + 366 * 86_400_000;

/** The moment at which a span ends, or the end of the list if that comes first. */
function edgeOf({ order, upTo }: Search<unknown>, { time }: Position, span: number): number {
  const far = order === 'desc' ? time - Math.ceil(span) : time + Math.ceil(span);
  if (far < earliest || far > latest()) return upTo;
  return order === 'desc' ? Math.max(far, upTo) : Math.min(far, upTo);
}

/** Each step adapts its number of sites and rows to what the last step found. */
function mergeBySize<Found>(search: Search<Found>, sites: number[]): Walk<Found> {
  const { bounds, filter, wanted } = search;
  const statement = search.statements.merge();
  const readsMax = readsMaxOf(search);
  // Without conditions this many sites and rows always fill the page, and are rarely more.
  let size = filter.isEmpty
    ? { sites: wanted, rows: wanted }
    : {
        sites: Math.min(sites.length, bounds.mergeSites),
        rows: Math.max(bounds.mergeRows, Math.floor(readsMax / 2 / Math.max(sites.length, 1))),
      };
  let mayGrow = true;
  return {
    async step(below, missing) {
      for (;;) {
        const rest = [sites, size.sites, readsMax];
        const step = await runStep(search, statement, { below, reads: size.rows, wanted: missing, rest });
        if (step.bound !== 'too many') {
          if (mayGrow && step.looked < bounds.stride) size = grown(size, step.bound);
          return step;
        }
        // This ends: once sites times rows fit into one step, a step cannot report too many.
        mayGrow = false;
        size = { sites: Math.ceil(size.sites / 4), rows: Math.ceil(size.rows / 4) };
      }
    },
  };
  function grown({ sites: wide, rows: deep }: typeof size, bound: string | null): typeof size {
    return bound === 'sites'
      ? { sites: Math.min(wide * 4, sites.length), rows: deep }
      : { sites: wide, rows: Math.min(deep * 4, readsMax) };
  }
}
