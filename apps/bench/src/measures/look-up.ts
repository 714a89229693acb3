import {
  authenticate,
  defaultSettings,
  LastUses,
  openCredentials,
  listSiteEvents,
  openEventServices,
  type Core,
} from '@goal/core';

import type { Result } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { weighted } from '../world/random.ts';
import { timed } from './timing.ts';
import type { World } from './world.ts';

const rounds = 5;
const pagesPerRound = 200;
const query = { limit: 50 };

/**
 * Measures what looking up the credential adds to a page: only the verbs, without HTTP, alternating
 * between the two.
 */
export async function measureLookUp({ db, population, random, progress }: World): Promise<Result> {
  const events = await openEventServices(db);
  const core: Core = { db, events, uses: new LastUses(db), wakeReclaimer: () => {}, settings: defaultSettings };
  const keys = { credentials: openCredentials(db), uses: core.uses };
  const next = weighted(random, population.sites, (site) => site.weight);
  const figures: { page: number; both: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [page, both]: [number[], number[]] = [[], []];
    for (let nth = 0; nth < pagesPerRound; nth += 1) {
      const header = `Bearer ${next().token}`;
      const known = await authenticate(keys, header, ['site']);
      // Load the rows into memory for both.
      await listSiteEvents(core, known, query);
      page.push(await timed(() => listSiteEvents(core, known, query)));
      // As after a commit: credentials that were looked up before are no longer valid.
      db.changes.ended += 1;
      both.push(await timed(async () => listSiteEvents(core, await authenticate(keys, header, ['site']), query)));
    }
    if (round > 0) figures.push({ page: percentile(page, 0.5), both: percentile(both, 0.5) });
    progress(`round ${round} of ${rounds}`);
  }
  await events.close();
  const medianOf = (name: 'page' | 'both'): string => median(figures.map((one) => one[name])).toFixed(2);
  return {
    what: 'page with the look-up of its key ÷ page alone, without HTTP',
    figures: `p50 ${medianOf('both')} ms ÷ ${medianOf('page')} ms`,
    ratios: figures.map(({ page, both }) => both / page),
    details: { rounds: figures },
  };
}
