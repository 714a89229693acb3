import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { atOnce } from '../world/at-once.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import { weighted } from '../world/random.ts';
import { copyIn, copyOut, newestId } from './reference.ts';
import type { World } from './world.ts';

const rounds = 6;
const batchesARound = 40;
const eventsABatch = 1000;
const connections = 4;

/**
 * docs/decisions/010-event-store.md: batches of 1,000 through POST /events on 4 connections beside COPY of the same rows, but for their ids, over as many
 * connections into the same table, turn about. Bodies and COPY texts are made beforehand.
 */
export async function measureIngest({ http, plain, population, random, progress }: World): Promise<Result> {
  const make = eventMaker(random);
  const next = weighted(random, population.sites, (site) => site.weight);
  const figures: { service: number; copy: number }[] = [];
  // The first round warms both up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const requests = Array.from({ length: batchesARound }, () => {
      const site = next();
      const body = batchOf(make, eventsABatch, Date.now() - 60_000, Date.now());
      return { method: 'POST', path: '/events', token: site.token, domain: site.domain, body } as const;
    });
    const before = await newestId(plain);
    const service = await perSecond(() =>
      atOnce(requests, connections, async (request) => void (await http.send(request))),
    );
    const parts = await copyOut(plain, before, connections);
    const copy = await perSecond(() => copyIn(plain, parts));
    if (round > 0) figures.push({ service, copy });
    progress(`round ${round} of ${rounds}`);
  }
  const middle = (name: 'service' | 'copy'): string =>
    Math.round(median(figures.map((one) => one[name]))).toLocaleString('en');
  return {
    what: 'ingest, batches of 1,000 on 4 connections ÷ COPY',
    figures: `${middle('service')} ÷ ${middle('copy')} events/s`,
    ratios: figures.map(({ service, copy }) => service / copy),
    goal: { atLeast: 0.5 },
    details: { rounds: figures },
  };
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (batchesARound * eventsABatch * 1000) / (performance.now() - begun);
}
