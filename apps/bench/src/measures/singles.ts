import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { eventMaker } from '../world/events.ts';
import type { Http } from '../world/http.ts';
import { at, pick } from '../world/random.ts';
import { besideBareServer, introduce } from './beside.ts';
import { newestId, rowsSince } from './reference.ts';
import type { World } from './world.ts';

const rounds = 5;
const eventsPerRound = 4000;
const connections = 32;

/** Events a second of each side in one round. */
type Figures = { service: number; bare: number; insert: number };

/**
 * docs/decisions/010-event-store.md: compares requests with one event over 32 connections with a
 * bare node:http server that does the same durable work and judges nothing, and with durable
 * single-row inserts over as many connections, in alternation.
 */
export function measureSingles(world: World): Promise<Result[]> {
  return besideBareServer(world, connections, async ({ http }) => {
    await introduce(world.http, world.population.sites);
    const figures: Figures[] = [];
    // Round 0 warms them up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      const found = await oneRound(world, http, round % 2 === 0);
      if (round > 0) figures.push(found);
      world.progress(`round ${round} of ${rounds}`);
    }
    return resultsOf(figures);
  });
}

async function oneRound({ http, plain, population, random }: World, bare: Http, isFirst: boolean): Promise<Figures> {
  const make = eventMaker(random);
  // All sites are equally likely, because each has its own rate limit.
  const sent = (): { path: string; token: string; domain: string; body: string }[] =>
    Array.from({ length: eventsPerRound }, () => {
      const { account, rowId, token, domain } = pick(random, population.sites);
      return { path: `/${account.rowId}/${rowId}`, token, domain, body: JSON.stringify(make(Date.now())) };
    });
  const [own, others] = [sent(), sent()];
  const before = await newestId(plain);
  const byService = (): Promise<number> =>
    perSecond(() =>
      forEachConcurrently(own, connections, async ({ token, domain, body }) => {
        await http.send({ method: 'POST', path: '/events', token, domain, body });
      }),
    );
  const byBare = (): Promise<number> =>
    perSecond(() =>
      forEachConcurrently(others, connections, async ({ path: to, body }) => {
        await bare.send({ method: 'POST', path: to, outside: true, body });
      }),
    );
  const early = isFirst ? await byService() : await byBare();
  const late = isFirst ? await byBare() : await byService();
  const { insert: text, rows } = await rowsSince(plain, before);
  const sessions = await Promise.all(Array.from({ length: connections }, () => plain.connect()));
  try {
    const values = rows.slice(0, eventsPerRound);
    const insert = await perSecond(() =>
      forEachConcurrently(
        values,
        connections,
        async (row, lane) => void (await at(sessions, lane).query({ name: 'insert', text, values: row })),
      ),
    );
    return { service: isFirst ? early : late, bare: isFirst ? late : early, insert };
  } finally {
    for (const session of sessions) session.release();
  }
}

function resultsOf(figures: readonly Figures[]): Result[] {
  const medianOf = (name: keyof Figures): string =>
    Math.round(median(figures.map((one) => one[name]))).toLocaleString('en');
  return [
    {
      what: 'ingest, single events by known keys on 32 connections ÷ a bare node:http server with the same statement and batcher',
      figures: `${medianOf('service')} ÷ ${medianOf('bare')} events/s`,
      ratios: figures.map(({ service, bare }) => service / bare),
      goal: { atLeast: 0.8 },
      details: { rounds: figures },
    },
    {
      what: 'ingest, single events on 32 connections ÷ single-row inserts',
      figures: `${medianOf('service')} ÷ ${medianOf('insert')} events/s`,
      ratios: figures.map(({ service, insert }) => service / insert),
    },
  ];
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (eventsPerRound * 1000) / (performance.now() - begun);
}
