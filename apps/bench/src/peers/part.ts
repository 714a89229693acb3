import path from 'node:path';

import pg from 'pg';

import { part, type Opening } from '../part.ts';
import type { Result } from '../report.ts';
import { openSide } from '../size-parts.ts';
import { openDataSet } from '../world/data-set.ts';
import { randomFrom } from '../world/random.ts';
import { sizes } from '../world/sizes.ts';
import { ask, bytesOf, measureStores, type PeersWorld } from './compare.ts';
import { copyEvents, whatToAsk } from './data.ts';
import { openGoal } from './goal.ts';
import { openJsonb } from './jsonb.ts';
import { openMariaDb } from './mariadb.ts';
import { readings, type Peer, type Reading } from './peer.ts';

/**
 * Puts the service beside what its users would choose instead: the same events in the plugin's own
 * store, and in a table as most teams write it; the same questions to each
 * (docs/decisions/019-bench.md). Peers are asked in SQL without HTTP, keys and limits, which
 * favours them. Throws `StartupError` with the command that installs what is missing.
 */
export const peers = part({
  name: 'peers',
  description: 'beside what users would choose instead, with 1 million events; takes minutes, and fetches a client',
  events: sizes['1m'].events,
  open,
  measures: {
    ...Object.fromEntries(
      // The keys of `readings`, whose type Object.keys forgets.
      (Object.keys(readings) as Reading[]).map((one) => [
        one,
        (world: PeersWorld): Promise<Result[]> => ask(one, world),
      ]),
    ),
    bytes: bytesOf,
    batches: (world: PeersWorld) =>
      measureStores(
        'batches of 1,000 events on 4 connections',
        { requests: 4, events: 1000, connections: 4, turns: 4 },
        world,
      ),
    singles: (world: PeersWorld) =>
      measureStores(
        'single durable events on 32 connections',
        { requests: 500, events: 1, connections: 32, turns: 2 },
        world,
      ),
  },
});

/** Opens the service on the data set, and the peers with the same events. */
async function open(opening: Opening): Promise<Omit<PeersWorld, 'progress'>> {
  const { server, dataDir, step, closing } = opening;
  const name = opening.events < sizes['1m'].events ? 'smoke' : '1m';
  const { events } = sizes[name];
  const set = await openDataSet(server, { name, size: sizes[name] }, step);
  const side = await openSide(set, opening, name);
  const asked = await whatToAsk(side.plain, side.population);
  step('Copying the events to the peers');
  const table = new pg.Pool({ connectionString: await server.fresh('peer'), max: 32, statement_timeout: 600_000 });
  closing.unshift(() => table.end());
  const files = await copyEvents(side.plain, table, path.join(dataDir, 'files'), closing);
  const goal = await openGoal(side, asked);
  const all: Peer[] = [];
  for (const [peer, fill] of [
    ['MariaDB', () => openMariaDb(dataDir, asked, { ...files, events }, closing)],
    ['the table with JSONB', () => openJsonb(table, asked, events)],
  ] as const) {
    step(`Filling ${peer}`);
    all.push(await fill());
  }
  const sites = side.population.sites.map(({ rowId }) => rowId);
  return { goal, peers: all, sites, random: randomFrom(Date.now()) };
}
