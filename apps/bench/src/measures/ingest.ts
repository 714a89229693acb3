import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import type { Http } from '../world/http.ts';
import { weighted } from '../world/random.ts';
import { besideBareServer } from './beside.ts';
import { copyIn, copyOut, newestId } from './reference.ts';
import type { World } from './world.ts';

const rounds = 6;
const batchesPerRound = 40;
const eventsPerBatch = 1000;
const connections = 4;

/** Events a second of each side in one round. */
type Figures = { service: number; bare: number; copy: number };

/**
 * docs/decisions/010-event-store.md: compares batches of 1,000 events through POST /events on 4
 * connections with COPY of the same rows, under other ids, over 4 connections into the same table,
 * and with a bare node:http server that parses and stores as many and judges nothing, in
 * alternation. Bodies and COPY texts are made beforehand.
 */
export function measureIngest(world: World): Promise<Result[]> {
  return besideBareServer(world, connections, async ({ http: bare }) => {
    const figures: Figures[] = [];
    // Round 0 warms them up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      const found = await oneRound(world, bare, round % 2 === 0);
      if (round > 0) figures.push(found);
      world.progress(`round ${round} of ${rounds}`);
    }
    return resultsOf(figures);
  });
}

async function oneRound({ http, plain, population, random }: World, bare: Http, isFirst: boolean): Promise<Figures> {
  const make = eventMaker(random);
  const next = weighted(random, population.sites, (site) => site.weight);
  const batches = () =>
    Array.from({ length: batchesPerRound }, () => ({
      site: next(),
      body: batchOf(make, eventsPerBatch, Date.now() - 60_000, Date.now()),
    }));
  const [own, others] = [batches(), batches()];
  const byBare = (): Promise<number> =>
    perSecond(() =>
      forEachConcurrently(others, connections, async ({ site: { account, rowId }, body }) => {
        await bare.send({ method: 'POST', path: `/${account.rowId}/${rowId}`, outside: true, body });
      }),
    );
  const early = isFirst ? await byBare() : undefined;
  const before = await newestId(plain);
  const service = await perSecond(() =>
    forEachConcurrently(own, connections, async ({ site: { token, domain }, body }) => {
      await http.send({ method: 'POST', path: '/events', token, domain, body });
    }),
  );
  const parts = await copyOut(plain, before, connections);
  const copy = await perSecond(() => copyIn(plain, parts));
  return { service, bare: early ?? (await byBare()), copy };
}

function resultsOf(figures: readonly Figures[]): Result[] {
  const medianOf = (name: keyof Figures): string =>
    Math.round(median(figures.map((one) => one[name]))).toLocaleString('en');
  return [
    {
      what: 'ingest, batches of 1,000 on 4 connections ÷ COPY',
      figures: `${medianOf('service')} ÷ ${medianOf('copy')} events/s`,
      ratios: figures.map(({ service, copy }) => service / copy),
      goal: { atLeast: 0.5 },
      details: { rounds: figures },
    },
    {
      what: 'the same by a bare node:http server with the same statement and batcher ÷ COPY',
      figures: `${medianOf('bare')} ÷ ${medianOf('copy')} events/s`,
      ratios: figures.map(({ bare, copy }) => bare / copy),
    },
  ];
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (batchesPerRound * eventsPerBatch * 1000) / (performance.now() - begun);
}
