import { mergeStep } from './page-statements.ts';
import type { Position } from '../ground/position.ts';
import { runStep, type Search, type Walk } from './search-step.ts';

/**
 * A merge of the sites' lists (docs/decisions/011-group-pages.md), step by step. `density`: how many of their events a millisecond has, as far as
 * is known.
 */
export function merge<Found>(search: Search<Found>, sites: number[], density: number): Walk<Found> {
  const bySize = mergeBySize(search, sites);
  return search.filter.isEmpty ? bySize : mergeByTime(search, sites, density, bySize);
}

/** Rows that a step may read. Those of the event itself are fetched one by one, and a message may be long. */
function mayReadOf({ bounds, filter }: Search<unknown>): number {
  return filter.event === null ? bounds.mergeReads : Math.ceil(bounds.mergeReads / 16);
}

/** By how much the next span may differ from this one. */
const [widest, narrowest] = [64, 1 / 8];

/**
 * Each step takes all sites over one span of time, and the next span is as long as should hold so many events as a step may well read: so quiet sites
 * and busy ones cost what they have in it and no more. Where a single millisecond holds too many, `otherwise` gets on.
 */
function mergeByTime<Found>(
  search: Search<Found>,
  sites: number[],
  density: number,
  otherwise: Walk<Found>,
): Walk<Found> {
  const { order, upTo } = search;
  const statement = mergeStep(search.filter.event !== null, order);
  const mayRead = mayReadOf(search);
  const aim = Math.min(mayRead / 2, search.bounds.stride / 2);
  let span = aim / density;
  return {
    async step(below, wanted) {
      for (;;) {
        if (span < 1) {
          span = 1;
          return otherwise.step(below, wanted);
        }
        const edge = edgeOf(search, below, span);
        const rest = [sites, sites.length, mayRead];
        const step = await runStep({ ...search, upTo: edge }, statement, { below, reads: mayRead, wanted, rest });
        if (step.bound === 'too many') {
          span = Math.min(span, Math.abs(below.time - edge)) * narrowest;
          continue;
        }
        // Nothing at all makes the next one as wide as may be.
        span *= Math.max(narrowest, Math.min(widest, aim / step.looked));
        if (!step.isClosed || step.end !== undefined || edge === upTo) return step;
        return { ...step, end: { time: edge, id: 0 } };
      }
    },
  };
}

/** Events lie between these moments; whoever looks further looks to the end. */
const earliest = Date.UTC(1970, 0);
const latest = (): number => Date.now() + 366 * 86_400_000;

/** Where a span ends, or the list before it. */
function edgeOf({ order, upTo }: Search<unknown>, { time }: Position, span: number): number {
  const far = order === 'desc' ? time - Math.ceil(span) : time + Math.ceil(span);
  if (far < earliest || far > latest()) return upTo;
  return order === 'desc' ? Math.max(far, upTo) : Math.min(far, upTo);
}

/** How many sites and rows a step takes follows what the last one met. */
function mergeBySize<Found>(search: Search<Found>, sites: number[]): Walk<Found> {
  const { bounds, filter, wanted } = search;
  const readsEvent = filter.event !== null;
  const statement = mergeStep(readsEvent, search.order);
  const mayRead = mayReadOf(search);
  // Without conditions so many sites and rows are always enough for the page, and rarely more than it.
  let size = filter.isEmpty
    ? { sites: wanted, rows: wanted }
    : {
        sites: Math.min(sites.length, bounds.mergeSites),
        rows: Math.max(bounds.mergeRows, Math.floor(mayRead / 2 / Math.max(sites.length, 1))),
      };
  let mayGrow = true;
  return {
    async step(below, missing) {
      for (;;) {
        const rest = [sites, size.sites, mayRead];
        const step = await runStep(search, statement, { below, reads: size.rows, wanted: missing, rest });
        if (step.bound !== 'too many') {
          if (mayGrow && step.looked < bounds.stride) size = grown(size, step.bound);
          return step;
        }
        // Ends: once sites times rows are no more than a step may read, they cannot be too many.
        mayGrow = false;
        size = { sites: Math.ceil(size.sites / 4), rows: Math.ceil(size.rows / 4) };
      }
    },
  };
  function grown({ sites: wide, rows: deep }: typeof size, bound: string | null): typeof size {
    return bound === 'sites'
      ? { sites: Math.min(wide * 4, sites.length), rows: deep }
      : { sites: wide, rows: Math.min(deep * 4, mayRead) };
  }
}
