import type { Database } from '@goal/db';
import type pg from 'pg';

import type { Say } from '../run.ts';
import type { Http } from '../world/http.ts';
import type { PlannedSite, Population } from '../world/population.ts';
import type { Random } from '../world/random.ts';
import type { Service } from '../world/service.ts';

/** A service on its database, and its registered accounts and sites. */
export type Side = {
  service: Service;
  /** Sends at most 64 requests at a time. */
  http: Http;
  /** The service's own pools, in this process. */
  db: Database;
  /** A pool of 32 plain sessions. */
  plain: pg.Pool;
  population: Population;
};

/** Everything that a measure works with. */
export type World = Side & {
  /** The URL of the data set's database. */
  url: string;
  /** The number of events in the data set. */
  events: number;
  /** The same population with 1 million events, if the run has both. */
  small?: Side | undefined;
  /** Starts another instance on the same database. */
  startService: () => Promise<Service>;
  /**
   * Starts a service on a fresh database of that name without events, with 400 sites or those that
   * are planned; the caller closes it.
   */
  fresh: (name: string, planned?: readonly PlannedSite[]) => Promise<Side & { close: () => Promise<void> }>;
  /** A folder for logs and profiles. */
  dataDir: string;
  random: Random;
  progress: Say;
};
