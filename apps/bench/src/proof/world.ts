import path from 'node:path';

import pg from 'pg';

import type { Opening } from '../part.ts';
import type { Closing, Say } from '../run.ts';
import { inWords } from '../statistics.ts';
import { until } from '../streams/world.ts';
import { openEmptySet, openNewSet, type DataSet } from '../world/data-set.ts';
import { openHttp, type Http } from '../world/http.ts';
import { readPopulation, type Account, type PlannedSite, type Site } from '../world/population.ts';
import { at, type Random } from '../world/random.ts';
import { startService, type Service } from '../world/service.ts';

/** A database with an account, a service on it, and a client with 32 connections. */
export type ProofSide = {
  url: string;
  service: Service;
  http: Http;
  /** Sessions that read and set what no door does. */
  plain: pg.Pool;
  account: Account;
  sites: Site[];
  stop: () => Promise<void>;
};

/** The side whose account has many events, all of them sealed. */
export type LargeSide = ProofSide & { events: number };

/** The sites of the account, 20 by default, and the environment of the service. */
export type SideOptions = { sites?: number; environment?: Readonly<Record<string, string>> };

/** So many that the rate of a site holds back no load of single events. */
export const sitesForSingles = 400;
/** A service that keeps no logs. */
export const withoutLogs = { LOG_SEAL: 'off' };

export type ProofWorld = {
  /** Opens a side without events, whose logs are begun, unless the environment says otherwise. */
  openSide: (name: string, options?: SideOptions) => Promise<ProofSide>;
  /** The large side, which is loaded and sealed when it is first asked for. */
  large: () => Promise<LargeSide>;
  /** The file of the large account's bundle, which is downloaded when it is first asked for. */
  bundleFile: () => Promise<string>;
  random: Random;
  progress: Say;
};

export async function openSide(
  opening: Opening,
  name: string,
  { sites = 20, environment = {} }: SideOptions = {},
): Promise<ProofSide> {
  const planned = Array.from({ length: sites }, (): PlannedSite => ({ account: 1, weight: 1 / sites, group: null }));
  const side = await startSide(opening, name, await openEmptySet(opening.server, name, planned), environment);
  if (environment['LOG_SEAL'] !== 'off') await untilSealed(side.plain);
  return side;
}

/** Loads an account with about `events` events straight into the tables, and lets it be sealed. */
export async function openLarge(opening: Opening): Promise<LargeSide> {
  const { server, step, events } = opening;
  // The large account has nearly all of the events.
  const size = { events, accounts: 2, sites: 23, sitesOfLargest: 20, largestShare: 0.99 };
  const set = await openNewSet(server, { name: 'proof_large', size }, step);
  const say = step('Sealing them');
  const side = await startSide(opening, 'proof_large', set, {});
  const own = side.sites.reduce((sum, site) => sum + site.events, 0);
  await until('the log has all events', async () => {
    const { rows } = await side.plain.query<{ size: number }>(
      'SELECT coalesce(sum(size), 0)::int AS size FROM log_head WHERE account = $1',
      [side.account.rowId],
    );
    const { size: sealed } = at(rows, 0);
    say(`${inWords(sealed)} entries`);
    return sealed >= own;
  });
  await untilSealed(side.plain);
  return { ...side, events: own };
}

async function startSide(
  { dataDir, closing }: Opening,
  name: string,
  { url, secret, planned }: DataSet,
  environment: Readonly<Record<string, string>>,
): Promise<ProofSide> {
  const opened: Closing = [];
  const stop = async (): Promise<void> => {
    for (const close of opened.splice(0)) await close();
  };
  closing.unshift(stop);
  const plain = new pg.Pool({ connectionString: url, max: 4, statement_timeout: 120_000 });
  opened.unshift(() => plain.end());
  // As the act that makes an account tells its log, so that it begins with the first event.
  await plain.query(
    `INSERT INTO log_outbox (account, note) SELECT no, '{"kind":"log.begin","by":"operator"}' FROM account`,
  );
  const population = await readPopulation(plain, secret, planned);
  const account = at(population.accounts, 0);
  const service = await startService(url, path.join(dataDir, `${name}.log`), { environment });
  opened.unshift(service.stop);
  const http = openHttp(service.origin, 32);
  opened.unshift(http.close);
  return { url, service, http, plain, account, sites: population.sites.filter((one) => one.account === account), stop };
}

/** Accounts whose newest log lacks a commit, or that have no log yet. */
const behind = `SELECT FROM account a LEFT JOIN tail_head t ON t.account = a.no
  LEFT JOIN (SELECT DISTINCT ON (account) account, seq FROM log_head ORDER BY account, log DESC) l ON l.account = a.no
  WHERE l.seq IS DISTINCT FROM coalesce(t.last, 0) LIMIT 1`;

/** Waits until the logs of all accounts have everything that was stored. */
export async function untilSealed(plain: pg.Pool): Promise<void> {
  await until('the logs have everything', async () => (await plain.query(behind)).rowCount === 0);
}
