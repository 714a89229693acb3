import { authenticate, defaultSettings, LastUses, listSiteEvents, openEventStore, type Core } from '@goal/core';

import type { Result } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { weighted } from '../world/random.ts';
import { timed } from './turns.ts';
import type { World } from './world.ts';

const rounds = 5;
const pagesARound = 200;
const query = { limit: 50 };

/** What the look-up of the credential adds to a page: the verbs alone, without HTTP, turn about. */
export async function measureLookUp({ db, population, random, progress }: World): Promise<Result> {
  const events = await openEventStore(db);
  const core: Core = { db, events, uses: new LastUses(db), wakeReclaimer: () => {}, settings: defaultSettings };
  const next = weighted(random, population.sites, (site) => site.weight);
  const figures: { page: number; both: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [page, both]: [number[], number[]] = [[], []];
    for (let nth = 0; nth < pagesARound; nth += 1) {
      const header = `Bearer ${next().token}`;
      const known = await authenticate(core, header, ['site']);
      // Both find the same rows in memory.
      await listSiteEvents(core, known, query);
      page.push(await timed(() => listSiteEvents(core, known, query)));
      // As after a change: what was looked up before does not count.
      db.changes.ended += 1;
      both.push(await timed(async () => listSiteEvents(core, await authenticate(core, header, ['site']), query)));
    }
    if (round > 0) figures.push({ page: percentile(page, 0.5), both: percentile(both, 0.5) });
    progress(`round ${round} of ${rounds}`);
  }
  await events.close();
  const middle = (name: 'page' | 'both'): string => median(figures.map((one) => one[name])).toFixed(2);
  return {
    what: 'page with the look-up of its key ÷ page alone, without HTTP',
    figures: `p50 ${middle('both')} ms ÷ ${middle('page')} ms`,
    ratios: figures.map(({ page, both }) => both / page),
    details: { rounds: figures },
  };
}
