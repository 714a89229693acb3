import { setTimeout as sleep } from 'node:timers/promises';

import { forEachConcurrently } from './concurrently.ts';
import { batchOf, eventMaker } from './events.ts';
import type { Http } from './http.ts';
import type { Site } from './population.ts';
import { at, pick, type Random } from './random.ts';

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

/** Requests of `events` events on so many connections, each of which sends one after the other. */
export type Load = {
  connections: number;
  events: number;
  windowMs: number;
  /** Earlier answers do not count. */
  leadMs?: number;
  /** Events a second that are offered; without it as many as are taken. */
  offered?: number;
};

/** Events a second that were answered within the window, from its first answer to its last. */
export async function rateOfSending(
  http: Http,
  sites: readonly Pick<Site, 'token' | 'domain'>[],
  random: Random,
  { connections, events, windowMs, leadMs = 0, offered }: Load,
): Promise<number> {
  const make = eventMaker(random);
  const begun = performance.now();
  const passed = (): number => performance.now() - begun;
  const answeredAt: number[] = [];
  let begunRequests = 0;
  const send = async (): Promise<void> => {
    for (;;) {
      const dueMs = offered === undefined ? 0 : (begunRequests * events * 1000) / offered;
      begunRequests += 1;
      if (dueMs > passed()) await sleep(dueMs - passed());
      if (passed() >= leadMs + windowMs) return;
      const { token, domain } = pick(random, sites);
      await http.send({ method: 'POST', path: '/events', token, domain, body: bodyOf(make, events) });
      if (passed() >= leadMs) answeredAt.push(passed());
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  const requests = answeredAt.length - 1;
  return (requests * events * 1000) / (at(answeredAt, requests) - at(answeredAt, 0));
}

/** The body of a request with one event, or with a batch of the last second. */
export const bodyOf = (make: ReturnType<typeof eventMaker>, events: number): string =>
  events === 1 ? JSON.stringify(make(Date.now())) : batchOf(make, events, Date.now() - 1000, Date.now());
