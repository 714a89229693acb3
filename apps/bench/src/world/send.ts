import { forEachConcurrently } from './concurrently.ts';
import { batchOf, eventMaker } from './events.ts';
import type { Http } from './http.ts';
import type { Site } from './population.ts';
import type { Random } from './random.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Small enough that the rows of a site lie among those of others. */
const batchMaxEvents = 200;

/**
 * Sends about `events` events through POST /events, by the sites' weights, over `days` days and in
 * the order of time. `withAddress` is the share of events that have an address.
 */
export async function sendEvents(
  http: Http,
  sites: readonly Site[],
  { random, events, days, withAddress }: { random: Random; events: number; days: number; withAddress: number },
  progress: (done: string) => void,
): Promise<void> {
  const end = Date.now();
  const begin = end - days * dayMs;
  const parts = sites.flatMap((site) => {
    const count = Math.ceil(site.weight * events);
    const pieces = Math.ceil(count / batchMaxEvents);
    const span = (end - begin) / pieces;
    return Array.from({ length: pieces }, (_, nth) => ({
      site,
      count: Math.ceil(count / pieces),
      from: begin + nth * span,
      to: begin + (nth + 1) * span,
    }));
  });
  parts.sort((a, b) => a.to - b.to);
  const make = eventMaker(random, withAddress);
  let sent = 0;
  await forEachConcurrently(parts, 4, async ({ site, count, from, to }) => {
    await http.send({
      method: 'POST',
      path: '/events',
      token: site.token,
      domain: site.domain,
      body: batchOf(make, count, from, to),
    });
    sent += count;
    progress(`${sent} events`);
  });
}
