import { atOnce } from './at-once.ts';
import { batchOf, eventMaker } from './events.ts';
import type { Http } from './http.ts';
import type { Site } from './population.ts';
import type { Random } from './random.ts';

const day = 24 * 60 * 60 * 1000;
/** Events of a site arrive among those of others, so that its rows do not lie side by side. */
const mostTogether = 200;

/** Sends about so many events through POST /events, by the sites' weights, spread over `days` and in the order of their time. */
export async function sendEvents(
  http: Http,
  sites: readonly Site[],
  { random, events, days }: { random: Random; events: number; days: number },
  progress: (done: string) => void,
): Promise<void> {
  const end = Date.now();
  const begin = end - days * day;
  const parts = sites.flatMap((site) => {
    const count = Math.ceil(site.weight * events);
    const pieces = Math.ceil(count / mostTogether);
    const span = (end - begin) / pieces;
    return Array.from({ length: pieces }, (_, nth) => ({
      site,
      count: Math.ceil(count / pieces),
      from: begin + nth * span,
      to: begin + (nth + 1) * span,
    }));
  });
  parts.sort((a, b) => a.to - b.to);
  const make = eventMaker(random);
  let sent = 0;
  await atOnce(parts, 4, async ({ site, count, from, to }) => {
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
