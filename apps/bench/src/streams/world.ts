import type pg from 'pg';

import type { Http } from '../world/http.ts';
import type { Account, Site } from '../world/population.ts';
import type { Random } from '../world/random.ts';
import type { Service } from '../world/service.ts';

/** An account and its sites. */
export type StreamsAccount = Account & { sites: Site[] };

/** A service of its own on the data set, and a client with `connections`. */
export type Running = { service: Service; http: Http; stop: () => Promise<void> };

/** A data set without streams; each measure starts its own services on it. */
export type StreamsWorld = {
  /** The account with a million events. */
  large: StreamsAccount;
  /** 200 accounts with one site and as many events each. */
  small: StreamsAccount[];
  /** A session that reads and sets what no door does. */
  plain: pg.Pool;
  random: Random;
  start: (connections?: number) => Promise<Running>;
  /** The address of another database, which is made here and has no rows. */
  emptyDatabase: (name: string) => Promise<string>;
  /** A folder for logs. */
  dataDir: string;
  progress: (done: string) => void;
};

/** Events of the data set: of the large account, and of each small one. */
export const eventsOf = { large: 1_000_000, small: 3_000 };
export const smallAccounts = 200;
/** Streams of the bench send to this machine. */
export const allowNets = '127.0.0.0/8';
