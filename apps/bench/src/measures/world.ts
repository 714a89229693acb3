import type { Database } from '@goal/db';
import type pg from 'pg';

import type { Http } from '../world/http.ts';
import type { Population } from '../world/population.ts';
import type { Random } from '../world/random.ts';
import type { Service } from '../world/service.ts';

/** A service on its database, and who is registered there. */
export type Side = {
  service: Service;
  /** Requests, at most 64 at a time. */
  http: Http;
  /** The service's own pools, in this process. */
  db: Database;
  /** 32 plain sessions. */
  plain: pg.Pool;
  population: Population;
};

/** What a measure has to work with. */
export type World = Side & {
  /** Where the data set is, and how many events it has. */
  url: string;
  events: number;
  /** The same population with 1 million events, where the run has both. */
  small?: Side | undefined;
  /** Starts another instance on the same database. */
  startService: () => Promise<Service>;
  /** A service on a fresh database of that name, with 400 sites and without events; whoever asks closes it. */
  fresh: (name: string) => Promise<Side & { close: () => Promise<void> }>;
  /** An admin token that may write. */
  operator: string;
  /** A folder for logs and profiles. */
  dataDir: string;
  random: Random;
  progress: (done: string) => void;
};
