import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { eventMaker } from '../world/events.ts';
import { openHttp, type Call, type Http } from '../world/http.ts';
import { at, pick, weighted } from '../world/random.ts';
import { isFull, lookAtSite } from './looks.ts';
import { timed } from './turns.ts';
import type { World } from './world.ts';

const rounds = 3;
const clients = 64;
const windowMs = { settle: { least: 1000, most: 5000 }, look: 4000 };
const others = { lanes: 4, restMs: 10 };

type Kind = 'worst' | 'cheapest';
type Window = { pages: number; ingest: number; failed: number; answered: number; putOff: number };

/**
 * docs/decisions/018-fair-shares.md: 64 clients of one account that honour Retry-After, once on its worst query and once on its cheapest page, turn about; what
 * pages and single events of the other tenants take meanwhile.
 */
export async function measureFairness(world: World): Promise<Result[]> {
  const { service, progress } = world;
  const [greedy, own] = [openHttp(service.origin, clients), openHttp(service.origin, others.lanes * 2)];
  try {
    const { worst, said } = await worstQuery(world);
    const windows: Record<Kind, Window>[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const both = {
        worst: await window(world, { greedy, own }, worst),
        cheapest: await window(world, { greedy, own }, 'limit=1'),
      };
      if (round > 0) windows.push(both);
      progress(`round ${round} of ${rounds}`);
    }
    const middle = (kind: Kind, name: keyof Window): string =>
      percentile(
        windows.map((one) => one[kind][name]),
        0.5,
      ).toFixed(name === 'pages' || name === 'ingest' ? 1 : 0);
    const row = (name: 'pages' | 'ingest', what: string): Result => ({
      what: `${what} of others while 64 clients of one account ask its worst query ÷ its cheapest page`,
      figures: `p95 ${middle('worst', name)} ÷ ${middle('cheapest', name)} ms`,
      ratios: windows.map(({ worst: bad, cheapest }) => bad[name] / cheapest[name]),
      goal: { atMost: 3 },
      details: { windows, worst: said },
    });
    return [
      row('pages', 'pages'),
      row('ingest', 'single events'),
      {
        what: 'requests of others that failed meanwhile',
        figures: `worst: ${middle('worst', 'answered')} answered, ${middle('worst', 'putOff')} put off; cheapest: ${middle('cheapest', 'answered')}, ${middle('cheapest', 'putOff')}`,
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
/** What an account may ask that costs much: nothing matches, in its events' texts or beside them. */
const dear = ['q=zyxwvut', manyWords, 'q=garden%20zyxwvut', 'code=999999', 'object=user&q=zyxwvut'];

async function worstQuery({ http, population }: World): Promise<{ worst: string; said: Record<string, number> }> {
  const said: Record<string, number> = {};
  const { keys } = at(population.accounts, 0);
  const scopes = ['', ...population.groups.map(({ id }) => `&group_id=${id}`)];
  for (const query of scopes.flatMap((scope) => dear.map((filter) => `${filter}${scope}`))) {
    const times: number[] = [];
    for (const token of keys.slice(0, 3))
      times.push(await timed(() => http.send({ path: `/account/events?${query}`, token })));
    said[query] = percentile(times, 0.5);
  }
  const [worst] = Object.entries(said).reduce((most, one) => (one[1] > most[1] ? one : most));
  return { worst, said };
}

/** The 64 clients ask `query` for as long as it lasts; the others' times are taken once it has settled. */
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
    // Settled is who has used up what his rate limits let him ask at once; the slowest queries never come so far.
    const begun = performance.now();
    const settling = (): boolean => performance.now() - begun < windowMs.settle[counts.putOff > 0 ? 'least' : 'most'];
    while (settling()) await Promise.race([all, sleep(100)]);
    isSettled = true;
    await Promise.race([all, sleep(windowMs.look)]);
  } finally {
    ending.abort();
  }
  await all;
  return { pages: percentile(times.pages, 0.95), ingest: percentile(times.ingest, 0.95), ...counts };
}

/** Asks again and again, and waits as long as it is told. */
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
    } else throw new Error(`a client of the busy account was answered ${status}`);
  }
}

/** Ends early when all is over. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** Pages and events of the sites of all other accounts. */
function othersOf({ population, random }: World): Record<'pages' | 'ingest', () => Call> {
  const busy = at(population.accounts, 0);
  const sites = population.sites.filter(({ account }) => account !== busy);
  const read = weighted(random, sites.filter(isFull), (site) => site.weight);
  const make = eventMaker(random);
  return {
    pages: () => lookAtSite(read()).call,
    ingest: () => {
      const { token, domain } = pick(random, sites);
      return { method: 'POST', path: '/events', token, domain, body: JSON.stringify(make(Date.now())) };
    },
  };
}
