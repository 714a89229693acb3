import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { eventMaker } from '../world/events.ts';
import { at, pick } from '../world/random.ts';
import { newestId, rowsSince } from './reference.ts';
import type { World } from './world.ts';

const rounds = 5;
const eventsPerRound = 4000;
const connections = 32;

/**
 * docs/decisions/010-event-store.md: compares requests with one event over 32 connections with
 * durable single-row inserts over as many, alternating between the two.
 */
export async function measureSingles({ http, plain, population, random, progress }: World): Promise<Result> {
  const make = eventMaker(random);
  const figures: { service: number; insert: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const requests = Array.from({ length: eventsPerRound }, () => {
      // All sites are equally likely, because each has its own rate limit.
      const site = pick(random, population.sites);
      return {
        method: 'POST',
        path: '/events',
        token: site.token,
        domain: site.domain,
        body: JSON.stringify(make(Date.now())),
      } as const;
    });
    const before = await newestId(plain);
    const service = await perSecond(() =>
      forEachConcurrently(requests, connections, async (request) => void (await http.send(request))),
    );
    const { insert: text, rows } = await rowsSince(plain, before);
    const sessions = await Promise.all(Array.from({ length: connections }, () => plain.connect()));
    try {
      const insert = await perSecond(() =>
        forEachConcurrently(
          rows,
          connections,
          async (values, lane) => void (await at(sessions, lane).query({ name: 'insert', text, values })),
        ),
      );
      if (round > 0) figures.push({ service, insert });
    } finally {
      for (const session of sessions) session.release();
    }
    progress(`round ${round} of ${rounds}`);
  }
  const medianOf = (name: 'service' | 'insert'): string =>
    Math.round(median(figures.map((one) => one[name]))).toLocaleString('en');
  return {
    what: 'ingest, single events on 32 connections ÷ single-row inserts',
    figures: `${medianOf('service')} ÷ ${medianOf('insert')} events/s`,
    ratios: figures.map(({ service, insert }) => service / insert),
    goal: { atLeast: 0.7, aim: '1' },
    details: { rounds: figures },
  };
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (eventsPerRound * 1000) / (performance.now() - begun);
}
