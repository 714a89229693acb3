import path from 'node:path';

import pg from 'pg';

import type { Closing } from '../run.ts';
import { until } from '../streams/making.ts';
import { openEmptySet, openNewSet, type DataSet } from '../world/data-set.ts';
import type { BenchServer } from '../world/database.ts';
import { openHttp } from '../world/http.ts';
import { readPopulation, type PlannedSite } from '../world/population.ts';
import { at } from '../world/random.ts';
import { startService } from '../world/service.ts';
import type { Size } from '../world/sizes.ts';
import { entriesOf, untilSealed } from './sealed.ts';
import type { LargeSide, ProofSide, SideOptions } from './world.ts';

const connections = 32;
/** The large account has nearly all of the events. */
const sizeOf = (events: number): Size => ({ events, accounts: 2, sites: 23, sitesOfLargest: 20, largestShare: 0.99 });

/** Opens sides on one PostgreSQL. */
export type Sides = {
  server: BenchServer;
  dataDir: string;
  step: (name: string) => (done: string) => void;
  /** How to stop those that run. */
  running: Set<() => Promise<void>>;
};

export async function openSide(
  sides: Sides,
  name: string,
  { sites = 20, environment = {} }: SideOptions = {},
): Promise<ProofSide> {
  const planned = Array.from({ length: sites }, (): PlannedSite => ({ account: 1, weight: 1 / sites, group: null }));
  const side = await startSide(sides, await openEmptySet(sides.server, name, planned), { name, environment });
  if (environment['LOG_SEAL'] !== 'off') await untilSealed(side.plain);
  return side;
}

/** Loads an account with about `events` events straight into the tables, and lets it be sealed. */
export async function openLarge(sides: Sides, events: number): Promise<LargeSide> {
  const set = await openNewSet(sides.server, { name: 'proof_large', size: sizeOf(events) }, sides.step);
  const say = sides.step('Sealing them');
  const side = await startSide(sides, set, { name: 'proof_large', environment: {} });
  const { rowId } = side.account;
  const own = side.sites.reduce((sum, site) => sum + site.events, 0);
  await until('the log begins', async () => (await entriesOf(side.plain, rowId)) > 0, 10);
  const [begun, before] = [performance.now(), await entriesOf(side.plain, rowId)];
  let sealed = before;
  await until('the log has all events', async () => {
    sealed = await entriesOf(side.plain, rowId);
    say(`${sealed.toLocaleString('en')} entries`);
    return sealed >= own;
  });
  const sealedPerSecond = ((sealed - before) * 1000) / (performance.now() - begun);
  await untilSealed(side.plain);
  return { ...side, events: own, sealedPerSecond };
}

async function startSide(
  { dataDir, running }: Sides,
  { url, secret, planned: plan }: DataSet,
  { name, environment }: { name: string; environment: Readonly<Record<string, string>> },
): Promise<ProofSide> {
  const opened: Closing = [];
  const stop = async (): Promise<void> => {
    running.delete(stop);
    for (const close of opened.splice(0)) await close();
  };
  running.add(stop);
  const plain = new pg.Pool({ connectionString: url, max: 4, statement_timeout: 120_000 });
  opened.unshift(() => plain.end());
  // As the act that makes an account tells its log, so that it begins with the first event.
  await plain.query(
    `INSERT INTO log_outbox (account, note) SELECT no, '{"kind":"log.begin","by":"operator"}' FROM account`,
  );
  const population = await readPopulation(plain, secret, plan);
  const account = at(population.accounts, 0);
  const service = await startService(url, path.join(dataDir, `${name}.log`), { environment });
  opened.unshift(service.stop);
  const http = openHttp(service.origin, connections);
  opened.unshift(http.close);
  const own = population.sites.filter((site) => site.account === account);
  return { url, service, http, plain, account, sites: own, stop };
}
