import type { Result } from '../report.ts';
import { eventLines, ownIds } from '../world/commits.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { copyLines } from '../world/copy.ts';
import { batchOf, eventMaker, vocabulary } from '../world/events.ts';
import type { Http } from '../world/http.ts';
import type { Site } from '../world/population.ts';
import { pick, weighted } from '../world/random.ts';
import { besideBareServer, introduce } from './beside.ts';
import { isFull } from './reads.ts';
import { figuresRow, inRounds, rateOf } from './timing.ts';
import type { World } from './world.ts';

// The rates of docs/decisions/010-event-store.md: many requests at once, in alternation with a bare
// node:http server that does the same work and judges nothing.

type Sent = { site: Site; body?: string };

/** Sends requests to the service, or to the bare server. */
function sendAll(http: Http, sent: readonly Sent[], connections: number, isBare: boolean): Promise<void> {
  return forEachConcurrently(sent, connections, async ({ site: { account, rowId, token, domain }, body }) => {
    const to = isBare
      ? ({ path: `/${account.rowId}/${rowId}`, outside: true } as const)
      : { path: '/events', token, domain };
    await http.send(body === undefined ? to : { ...to, method: 'POST', body });
  });
}

type Load = { rounds: number; connections: number; amount: number; makeAll: () => Sent[] };

/** The rates of both sides in each round; `behind` adds what is measured behind the service. */
async function compare(
  { http, progress }: World,
  bare: Http,
  { rounds, connections, amount, makeAll }: Load,
  behind?: () => Promise<number>,
): Promise<Record<'service' | 'bare' | 'behind', number>[]> {
  return inRounds(rounds, progress, async (round) => {
    const [own, others] = [makeAll(), makeAll()];
    const byBare = (): Promise<number> => rateOf(amount, () => sendAll(bare, others, connections, true));
    const early = round % 2 === 0 ? await byBare() : undefined;
    const service = await rateOf(amount, () => sendAll(http, own, connections, false));
    return { service, behind: (await behind?.()) ?? 0, bare: early ?? (await byBare()) };
  });
}

/** Pages over 16 connections. */
export function measureThroughput(world: World): Promise<Result> {
  const [connections, pages] = [16, 1500];
  return besideBareServer(world, connections, async (bare) => {
    const asked = world.population.sites.filter(isFull);
    await introduce(world.http, asked);
    const next = weighted(world.random, asked, (site) => site.weight);
    const makeAll = (): Sent[] => Array.from({ length: pages }, () => ({ site: next() }));
    const found = await compare(world, bare, { rounds: 6, connections, amount: pages, makeAll });
    return figuresRow(
      'pages of 50 by known keys on 16 connections ÷ a bare node:http server with the same SQL',
      found,
      ['service', 'bare'],
      { unit: 'pages/s', goal: { atLeast: 0.9 } },
    );
  });
}

/** Requests with one event over 32 connections, each durable when it is answered. */
export function measureSingles(world: World): Promise<Result> {
  const { http, population, random } = world;
  const [connections, events] = [32, 4000];
  return besideBareServer(world, connections, async (bare) => {
    await introduce(http, population.sites);
    const make = eventMaker(random);
    // All sites are equally likely, because each has its own rate limit.
    const one = (): Sent => ({ site: pick(random, population.sites), body: JSON.stringify(make(Date.now())) });
    const makeAll = (): Sent[] => Array.from({ length: events }, one);
    const found = await compare(world, bare, { rounds: 5, connections, amount: events, makeAll });
    return figuresRow(
      'ingest, single events by known keys on 32 connections ÷ a bare node:http server with the same statement and batcher',
      found,
      ['service', 'bare'],
      { unit: 'events/s', goal: { atLeast: 0.8 } },
    );
  });
}

/**
 * Batches of 1,000 events over 4 connections, beside COPY of as many rows over as many connections
 * into the same table. Bodies and COPY texts are made beforehand.
 */
export function measureIngest(world: World): Promise<Result[]> {
  const { plain, population, random } = world;
  const [connections, batches, eventsPerBatch] = [4, 40, 1000];
  const amount = batches * eventsPerBatch;
  return besideBareServer(world, connections, async (bare) => {
    const make = eventMaker(random);
    const next = weighted(random, population.sites, (site) => site.weight);
    const body = (): string => batchOf(make, eventsPerBatch, Date.now() - 60_000, Date.now());
    const makeAll = (): Sent[] => Array.from({ length: batches }, () => ({ site: next(), body: body() }));
    let copied = 0;
    const copy = (): Promise<number> => {
      const parts = Array.from({ length: connections }, () => {
        const sites = Array.from({ length: batches / connections }, next).map(({ rowId, account }) => {
          return { rowId, account: account.rowId };
        });
        const first = ownIds + copied;
        copied += amount / connections;
        const [into, lines] = eventLines(vocabulary(), { sites, events: eventsPerBatch, first, days: 1, random });
        return { into, lines: [...lines] };
      });
      return rateOf(amount, () =>
        forEachConcurrently(parts, connections, async ({ into, lines }) => {
          const client = await plain.connect();
          await copyLines(client, into, lines).finally(() => client.release());
        }),
      );
    };
    const found = await compare(world, bare, { rounds: 6, connections, amount, makeAll }, copy);
    return [
      figuresRow('ingest, batches of 1,000 on 4 connections ÷ COPY', found, ['service', 'behind'], {
        unit: 'events/s',
        goal: { atLeast: 0.5 },
      }),
      figuresRow(
        'the same by a bare node:http server with the same statement and batcher ÷ COPY',
        found,
        ['bare', 'behind'],
        { unit: 'events/s' },
      ),
    ];
  });
}
