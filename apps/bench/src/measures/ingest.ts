import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import { weighted } from '../world/random.ts';
import { copyIn, copyOut, newestId } from './reference.ts';
import type { World } from './world.ts';

const rounds = 6;
const batchesPerRound = 40;
const eventsPerBatch = 1000;
const connections = 4;

/**
 * docs/decisions/010-event-store.md: compares batches of 1,000 events through POST /events on 4
 * connections with COPY of the same rows, under other ids, over 4 connections into the same table,
 * alternating between the two. Bodies and COPY texts are made beforehand.
 */
export async function measureIngest({ http, plain, population, random, progress }: World): Promise<Result> {
  const make = eventMaker(random);
  const next = weighted(random, population.sites, (site) => site.weight);
  const figures: { service: number; copy: number }[] = [];
  // Round 0 warms both up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const requests = Array.from({ length: batchesPerRound }, () => {
      const site = next();
      const body = batchOf(make, eventsPerBatch, Date.now() - 60_000, Date.now());
      return { method: 'POST', path: '/events', token: site.token, domain: site.domain, body } as const;
    });
    const before = await newestId(plain);
    const service = await perSecond(() =>
      forEachConcurrently(requests, connections, async (request) => void (await http.send(request))),
    );
    const parts = await copyOut(plain, before, connections);
    const copy = await perSecond(() => copyIn(plain, parts));
    if (round > 0) figures.push({ service, copy });
    progress(`round ${round} of ${rounds}`);
  }
  const medianOf = (name: 'service' | 'copy'): string =>
    Math.round(median(figures.map((one) => one[name]))).toLocaleString('en');
  return {
    what: 'ingest, batches of 1,000 on 4 connections ÷ COPY',
    figures: `${medianOf('service')} ÷ ${medianOf('copy')} events/s`,
    ratios: figures.map(({ service, copy }) => service / copy),
    goal: { atLeast: 0.5 },
    details: { rounds: figures },
  };
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (batchesPerRound * eventsPerBatch * 1000) / (performance.now() - begun);
}
