import path from 'node:path';

import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { openHttp } from '../world/http.ts';
import { weighted } from '../world/random.ts';
import { startBareServer } from '../world/service.ts';
import { isFull } from './reads.ts';
import { timed } from './timing.ts';
import type { World } from './world.ts';

const rounds = 6;
const pagesPerRound = 1500;
const connections = 16;

/**
 * docs/decisions/010-event-store.md: compares pages per second over 16 connections with a bare
 * node:http server that runs the same SQL and JSON.stringify, alternating between the two.
 */
export async function measureThroughput({ url, http, population, random, dataDir, progress }: World): Promise<Result> {
  const bare = await startBareServer(url, path.join(dataDir, 'bare.log'));
  const bareHttp = openHttp(bare.origin, connections);
  try {
    const next = weighted(random, population.sites.filter(isFull), (site) => site.weight);
    const figures: { service: number; bare: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const sites = Array.from({ length: pagesPerRound }, next);
      const service = await perSecond(() =>
        forEachConcurrently(
          sites,
          connections,
          async ({ token, domain }) => void (await http.send({ path: '/events', token, domain })),
        ),
      );
      const limit = await perSecond(() =>
        forEachConcurrently(sites, connections, async ({ account, rowId }) => {
          await bareHttp.send({ path: `/${account.rowId}/${rowId}`, outside: true });
        }),
      );
      if (round > 0) figures.push({ service, bare: limit });
      progress(`round ${round} of ${rounds}`);
    }
    const medianOf = (name: 'service' | 'bare'): string => median(figures.map((one) => one[name])).toFixed(0);
    return {
      what: 'pages of 50 on 16 connections ÷ a bare node:http server with the same SQL',
      figures: `${medianOf('service')} ÷ ${medianOf('bare')} pages/s`,
      ratios: figures.map((one) => one.service / one.bare),
      goal: { atLeast: 0.7 },
      details: { rounds: figures },
    };
  } finally {
    bareHttp.close();
    await bare.stop();
  }
}

const perSecond = async (work: () => Promise<void>): Promise<number> => (pagesPerRound * 1000) / (await timed(work));
