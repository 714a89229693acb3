import path from 'node:path';

import pg from 'pg';

import { part, type Opening } from '../part.ts';
import { openEmptySet } from '../world/data-set.ts';
import { readPopulation, type PlannedSite } from '../world/population.ts';
import { randomFrom } from '../world/random.ts';
import { sendEvents } from '../world/send.ts';
import { measureCatchUp } from './catch-up.ts';
import { measureFairness } from './fairness.ts';
import { measureIngest } from './ingest.ts';
import { measureSingles } from './singles.ts';
import { eventsOf, smallAccounts, startStreams, type StreamsAccount, type StreamsWorld } from './world.ts';

/**
 * Measures streams (docs/decisions/087-streams.md) to sinks on this machine: delay, catching up
 * beside the export, ingest and fairness.
 */
export const streams = part({
  name: 'streams',
  description: 'streams to sinks on this machine, with 1.6 million events; takes half an hour',
  open,
  measures: {
    singles: measureSingles,
    'catch-up': measureCatchUp,
    ingest: measureIngest,
    fairness: measureFairness,
  },
});

const sitesOfLarge = 20;
const events = eventsOf.large + smallAccounts * eventsOf.small;

/** Sends the events of the data set through the service, so that the tails are its own. */
async function open(opening: Opening): Promise<Omit<StreamsWorld, 'progress'>> {
  const { server, dataDir, step, closing, profileDir } = opening;
  // One account with 20 sites and a million events, and 200 with one site each.
  const site = (account: number, own: number): PlannedSite => ({ account, weight: own / events, group: null });
  const planned = [
    ...Array.from({ length: sitesOfLarge }, () => site(1, eventsOf.large / sitesOfLarge)),
    ...Array.from({ length: smallAccounts }, (_, nth) => site(2 + nth, eventsOf.small)),
  ];
  const { url, secret } = await openEmptySet(server, 'streams', planned);
  const running = new Set<() => Promise<void>>();
  closing.unshift(() => Promise.all([...running].map((stop) => stop())));
  const plain = new pg.Pool({ connectionString: url, max: 4, statement_timeout: 120_000 });
  closing.unshift(() => plain.end());
  const { accounts, sites } = await readPopulation(plain, secret, planned);
  const [large, ...small] = accounts.map((account): StreamsAccount => {
    return { ...account, sites: sites.filter((one) => one.account === account) };
  });
  if (large === undefined) throw new Error('there is no account');
  let services = 0;
  const start: StreamsWorld['start'] = (connections = 16) =>
    startStreams(url, path.join(dataDir, `service-${(services += 1)}.log`), { connections, profileDir, running });
  const random = randomFrom(Date.now());
  const { http, stop } = await start();
  await sendEvents(http, sites, { random, events, days: 30, withAddress: 0 }, step('Sending 1.6 million events'));
  await stop();
  return { large, small, plain, random, start };
}
