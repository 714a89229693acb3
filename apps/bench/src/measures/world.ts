import type { Database } from '@goal/db';
import type pg from 'pg';

import type { Http } from '../world/http.ts';
import type { Population } from '../world/population.ts';
import type { Random } from '../world/random.ts';
import type { Service } from '../world/service.ts';

/** What a measure has to work with. */
export type World = {
  /** Starts another instance on the same database. */
  startService: () => Promise<Service>;
  /** Requests, at most 64 at a time. */
  http: Http;
  /** The service's own pools, in this process. */
  db: Database;
  /** 32 plain sessions. */
  plain: pg.Pool;
  population: Population;
  random: Random;
  progress: (done: string) => void;
};
