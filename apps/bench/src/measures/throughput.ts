import path from 'node:path';

import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { atOnce } from '../world/at-once.ts';
import { openHttp } from '../world/http.ts';
import { weighted } from '../world/random.ts';
import { startBareServer } from '../world/service.ts';
import { isFull } from './looks.ts';
import { timed } from './turns.ts';
import type { World } from './world.ts';

const rounds = 6;
const pagesARound = 1500;
const connections = 16;

/** docs/decisions/010-event-store.md: pages a second over 16 connections beside a bare node:http server that runs the same SQL and JSON.stringify, turn about. */
export async function measureThroughput({ url, http, population, random, dataDir, progress }: World): Promise<Result> {
  const bare = await startBareServer(url, path.join(dataDir, 'bare.log'));
  const bareHttp = openHttp(bare.origin, connections);
  try {
    const next = weighted(random, population.sites.filter(isFull), (site) => site.weight);
    const figures: { service: number; bare: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const sites = Array.from({ length: pagesARound }, next);
      const service = await perSecond(() =>
        atOnce(
          sites,
          connections,
          async ({ token, domain }) => void (await http.send({ path: '/events', token, domain })),
        ),
      );
      const limit = await perSecond(() =>
        atOnce(sites, connections, async ({ account, rowId }) => {
          await bareHttp.send({ path: `/${account.rowId}/${rowId}`, outside: true });
        }),
      );
      if (round > 0) figures.push({ service, bare: limit });
      progress(`round ${round} of ${rounds}`);
    }
    const middle = (name: 'service' | 'bare'): string => median(figures.map((one) => one[name])).toFixed(0);
    return {
      what: 'pages of 50 on 16 connections ÷ a bare node:http server with the same SQL',
      figures: `${middle('service')} ÷ ${middle('bare')} pages/s`,
      ratios: figures.map((one) => one.service / one.bare),
      goal: { atLeast: 0.7 },
      details: { rounds: figures },
    };
  } finally {
    bareHttp.close();
    await bare.stop();
  }
}

const perSecond = async (work: () => Promise<void>): Promise<number> => (pagesARound * 1000) / (await timed(work));
