import type pg from 'pg';

import type { Http } from '../world/http.ts';
import type { Account, Site } from '../world/population.ts';
import type { Random } from '../world/random.ts';
import type { Service } from '../world/service.ts';

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
export type LargeSide = ProofSide & {
  /** Those of the account. */
  events: number;
  /** Events a second that one sealer took from a backlog of all of them. */
  sealedPerSecond: number;
};

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
  progress: (done: string) => void;
};

/** A number of events in words: `300,000 events`. */
export const inWords = (events: number): string => `${events.toLocaleString('en')} events`;
