import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { eventMaker } from '../world/events.ts';
import { openHttp, type Call, type Http } from '../world/http.ts';
import { at, pick, weighted } from '../world/random.ts';
import { isFull, siteRead } from './reads.ts';
import { figuresRow, inRounds, timed } from './timing.ts';
import type { World } from './world.ts';

const rounds = 3;
const clients = 64;
const windowMs = { settle: { min: 1000, max: 5000 }, measure: 4000 };
const others = { lanes: 4, restMs: 10 };

type Kind = 'worst' | 'cheapest';
type Window = { pages: number; ingest: number; failed: number; answered: number; putOff: number };

/**
 * docs/decisions/018-fair-shares.md: the time that pages and single events of other tenants take
 * while 64 clients of one account, which honour Retry-After, ask its worst query or its cheapest
 * page, alternating between the two.
 */
export async function measureFairness(world: World): Promise<Result[]> {
  const { service, progress } = world;
  const [greedy, own] = [openHttp(service.origin, clients), openHttp(service.origin, others.lanes * 2)];
  try {
    const worst = await worstQuery(world);
    const windows = await inRounds(rounds, progress, async () => ({
      worst: await window(world, { greedy, own }, worst),
      cheapest: await window(world, { greedy, own }, 'limit=1'),
    }));
    const medianOf = (kind: Kind, name: keyof Window): string =>
      median(windows.map((one) => one[kind][name])).toFixed(0);
    const row = (name: 'pages' | 'ingest', what: string): Result =>
      figuresRow(
        `${what} of others while 64 clients of one account ask its worst query ÷ its cheapest page`,
        windows.map((one) => ({ worst: one.worst[name], cheapest: one.cheapest[name] })),
        ['worst', 'cheapest'],
        { unit: 'ms', digits: 1, before: 'p95 ', goal: { atMost: 3 } },
      );
    return [
      row('pages', 'pages'),
      row('ingest', 'single events'),
      {
        what: 'requests of others that failed meanwhile',
        figures: `worst: ${medianOf('worst', 'answered')} answered, ${medianOf('worst', 'putOff')} put off; cheapest: ${medianOf('cheapest', 'answered')}, ${medianOf('cheapest', 'putOff')}`,
        ratios: [windows.reduce((sum, { worst: bad, cheapest }) => sum + bad.failed + cheapest.failed, 0)],
        goal: { atMost: 0 },
      },
    ];
  } finally {
    greedy.close();
    own.close();
  }
}

const manyWords = `q=${Array.from({ length: 16 }, (_, nth) => `zyx${nth}`).join('%20')}`;
/** Expensive filters: none of them matches an event, so the whole scope is searched. */
const expensiveFilters = ['q=zyxwvut', manyWords, 'q=garden%20zyxwvut', 'code=999999', 'object=user&q=zyxwvut'];

async function worstQuery({ http, population }: World): Promise<string> {
  const found: { query: string; ms: number }[] = [];
  const { keys } = at(population.accounts, 0);
  const scopes = ['', ...population.groups.map(({ id }) => `&group_id=${id}`)];
  for (const query of scopes.flatMap((scope) => expensiveFilters.map((filter) => `${filter}${scope}`))) {
    const times: number[] = [];
    for (const token of keys.slice(0, 3))
      times.push(await timed(() => http.send({ path: `/account/events?${query}`, token })));
    found.push({ query, ms: median(times) });
  }
  return found.reduce((most, one) => (one.ms > most.ms ? one : most)).query;
}

/** Measures the other tenants while the 64 clients ask `query`, once the load has settled. */
async function window(world: World, { greedy, own }: { greedy: Http; own: Http }, query: string): Promise<Window> {
  const ending = new AbortController();
  setMaxListeners(clients + 2 * others.lanes, ending.signal);
  const counts = { answered: 0, putOff: 0, failed: 0 };
  const { keys } = at(world.population.accounts, 0);
  const asking = Array.from({ length: clients }, (_, nth) =>
    client(greedy, { path: `/account/events?${query}`, token: at(keys, nth % keys.length) }, ending.signal, counts),
  );
  const times: Record<'pages' | 'ingest', number[]> = { pages: [], ingest: [] };
  let isSettled = false;
  const other = async (name: 'pages' | 'ingest', next: () => Call): Promise<void> => {
    while (!ending.signal.aborted) {
      const call = next();
      const ms = await timed(async () => {
        const { status } = await own.ask(call);
        if (status !== 200) counts.failed += 1;
      });
      if (isSettled) times[name].push(ms);
      await rest(others.restMs, ending.signal);
    }
  };
  const { pages, ingest } = othersOf(world);
  const reading = Array.from({ length: others.lanes }, () => [other('pages', pages), other('ingest', ingest)]).flat();
  const all = Promise.all([...asking, ...reading]);
  try {
    // The load has settled once the clients have spent the burst of their rate limits. With the
    // slowest queries that never happens, hence the maximum.
    const begun = performance.now();
    const isSettling = (): boolean => performance.now() - begun < windowMs.settle[counts.putOff > 0 ? 'min' : 'max'];
    while (isSettling()) await Promise.race([all, sleep(100)]);
    isSettled = true;
    await Promise.race([all, sleep(windowMs.measure)]);
  } finally {
    ending.abort();
  }
  await all;
  return { pages: percentile(times.pages, 0.95), ingest: percentile(times.ingest, 0.95), ...counts };
}

/** Repeats a request and waits for Retry-After when it is put off. */
async function client(
  http: Http,
  call: Call,
  signal: AbortSignal,
  counts: { answered: number; putOff: number },
): Promise<void> {
  while (!signal.aborted) {
    const { status, retryAfter } = await http.ask(call);
    if (status === 200) counts.answered += 1;
    else if (status === 429 || status === 503) {
      counts.putOff += 1;
      await rest(retryAfter * 1000, signal);
    } else throw new Error(`a client of the busy account was answered with ${status}`);
  }
}

/** Sleeps, or resolves early when the signal ends the measure. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** Makes requests for pages and single events of the sites of all other accounts. */
function othersOf({ population, random }: World): Record<'pages' | 'ingest', () => Call> {
  const busy = at(population.accounts, 0);
  const sites = population.sites.filter(({ account }) => account !== busy);
  const read = weighted(random, sites.filter(isFull), (site) => site.weight);
  const make = eventMaker(random);
  return {
    pages: () => siteRead(read()).call,
    ingest: () => {
      const { token, domain } = pick(random, sites);
      return { method: 'POST', path: '/events', token, domain, body: JSON.stringify(make(Date.now())) };
    },
  };
}
