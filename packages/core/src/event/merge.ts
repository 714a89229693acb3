import { mergeStep } from './page-statements.ts';
import { runStep, type Search, type Walk } from './search-step.ts';

/**
 * Steps of a merge of the sites' lists (docs/decisions/011-group-pages.md); how many sites and rows a step takes follows what the last one met.
 */
export function merge<Found>(search: Search<Found>, sites: number[]): Walk<Found> {
  const { bounds, filter, wanted } = search;
  const readsEvent = filter.event !== null;
  const statement = mergeStep(readsEvent, search.order);
  // Rows of the event itself are fetched one by one, and a message may be long.
  const mayRead = readsEvent ? Math.ceil(bounds.mergeReads / 16) : bounds.mergeReads;
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
