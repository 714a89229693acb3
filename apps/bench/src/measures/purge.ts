import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { inWords, median, percentile } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import type { Site } from '../world/population.ts';
import { at, pick } from '../world/random.ts';
import { sendEvents } from '../world/send.ts';
import { byHttp, siteRead } from './reads.ts';
import { figuresRow, inRounds, timed } from './timing.ts';
import type { Side, World } from './world.ts';

const rounds = 4;
const eventsPerSite = 60_000;
/** Sites that stay. */
const others = 4;
const lanes = 2;

/**
 * docs/decisions/020-retention-worker.md: times pages while the service reclaims a deleted site in
 * the background, and as many pages afterwards. Each round deletes a site, whose rows lie among
 * those of others, as in a table that grew over time; the pages are those of the sites that stay.
 */
export async function measurePurge({ fresh, random, progress }: World): Promise<Result> {
  const planned = Array.from({ length: rounds + 1 + others }, () => ({ account: 1, weight: 1, group: null }));
  const side = await fresh('purge', planned);
  const { http, population } = side;
  const { sites } = population;
  const kept = sites.slice(rounds + 1);
  const token = at(at(population.accounts, 0).keys, 0);
  const read = async (times: number[]): Promise<void> =>
    void times.push(await timed(() => byHttp({ http }, siteRead(pick(random, kept)))));
  const purged: number[] = [];
  try {
    await sendEvents(http, sites, { random, events: eventsPerSite, days: 300, withAddress: 0 }, progress);
    const found = await inRounds(rounds, progress, async (round) => {
      const site = at(sites, round);
      const during: number[] = [];
      let isOver = false;
      const begun = performance.now();
      await http.send({ method: 'DELETE', path: `/account/sites/${site.id}?confirm=true`, token, expect: 204 });
      await Promise.all([
        ...Array.from({ length: lanes }, async () => {
          while (!isOver) await read(during);
        }),
        whenPurged(side, site).finally(() => (isOver = true)),
      ]);
      purged.push((eventsPerSite * 1000) / (performance.now() - begun));
      const without: number[] = [];
      await forEachConcurrently(during, lanes, () => read(without));
      return { during: percentile(during, 0.95), without: percentile(without, 0.95) };
    });
    return figuresRow("pages' p95 while the service purges at its own pace ÷ without", found, ['during', 'without'], {
      unit: `ms, ${inWords(median(purged))} events/s purged (5,000, then 20 ms of rest)`,
      digits: 2,
      before: 'p95 ',
      goal: { atMost: 2 },
    });
  } finally {
    await side.close();
  }
}

/** Waits for the counters to reach 0: counting the events would disturb the measure. */
async function whenPurged({ plain }: Side, { account, rowId }: Site): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    const { rowCount } = await plain.query('SELECT FROM kept WHERE account = $1 AND site = $2 AND n > 0 LIMIT 1', [
      account.rowId,
      rowId,
    ]);
    if (rowCount === 0) return;
    await sleep(100);
  }
  throw new Error('the service did not purge a deleted site');
}
