import type { Database } from '@goal/db';

import { CacheCounts, Dictionary } from './dictionary.ts';

/**
 * The dictionary of a process, which begins empty in each life of the database. A promoted standby
 * may lack the newest words, and give their numbers to others
 * (docs/decisions/073-failover.md).
 */
export class Dictionaries {
  readonly #counts = new CacheCounts();
  #present: Dictionary | undefined;

  constructor(private readonly db: Database) {}

  /** The dictionary of the present life. */
  get present(): Dictionary {
    const { number } = this.db.lives;
    if (this.#present?.life !== number) this.#present = new Dictionary(this.db, number, this.#counts);
    return this.#present;
  }
}
