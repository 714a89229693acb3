import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { weighted } from '../world/random.ts';
import { besideBareServer, introduce } from './beside.ts';
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
export function measureThroughput(world: World): Promise<Result> {
  const { http, population, random, progress } = world;
  return besideBareServer(world, connections, async (bare) => {
    const asked = population.sites.filter(isFull);
    await introduce(http, asked);
    const next = weighted(random, asked, (site) => site.weight);
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
          await bare.http.send({ path: `/${account.rowId}/${rowId}`, outside: true });
        }),
      );
      if (round > 0) figures.push({ service, bare: limit });
      progress(`round ${round} of ${rounds}`);
    }
    const medianOf = (name: 'service' | 'bare'): string => median(figures.map((one) => one[name])).toFixed(0);
    return {
      what: 'pages of 50 by known keys on 16 connections ÷ a bare node:http server with the same SQL',
      figures: `${medianOf('service')} ÷ ${medianOf('bare')} pages/s`,
      ratios: figures.map((one) => one.service / one.bare),
      goal: { atLeast: 0.9 },
      details: { rounds: figures },
    };
  });
}

const perSecond = async (work: () => Promise<void>): Promise<number> => (pagesPerRound * 1000) / (await timed(work));
