import path from 'node:path';

import type { Goal, Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { openHttp } from '../world/http.ts';
import { startBareServer } from '../world/service.ts';
import { byHttp, bySql, readPicker, scopes, type Read, type Scope } from './reads.ts';
import { formatPercentile, ratiosOf, timeAlternating, type Round } from './timing.ts';
import type { World } from './world.ts';

const rounds = 6;
const turns = 150;
/** After these both sides have compiled their code and filled their caches. */
const warmUpTurns = 2000;

const titles: Record<Scope, string> = {
  site: 'page of 50 by site key',
  account: 'page of 50 by account key',
  event: 'single event',
};
type Name = 'http' | 'sql' | 'bare' | 'smallHttp' | 'smallSql';

/**
 * docs/decisions/010-event-store.md: compares a page over REST with its bare SQL over `pg`, and
 * both with the same at 1 million events.
 */
export async function measurePages(world: World): Promise<Result[]> {
  const bare = await startBareServer(world.url, path.join(world.dataDir, 'bare.log'));
  const http = openHttp(bare.origin, 8);
  try {
    return await measure(world, ({ statement: { values } }) =>
      http.send({ path: `/${String(values.at(0))}/${String(values.at(-1))}`, outside: true }),
    );
  } finally {
    http.close();
    await bare.stop();
  }
}

/** `byBare` reads a site's page from the bare server (bare-server.ts). */
async function measure(world: World, byBare: (read: Read) => Promise<unknown>): Promise<Result[]> {
  const { small, random, progress } = world;
  const sides = small === undefined ? [world] : [world, small];
  const pickRead = await readPicker(random, sides);
  await forEachConcurrently(
    Array.from({ length: warmUpTurns }, (_, nth) => nth),
    8,
    async (nth) => {
      for (const side of sides) {
        const one = pickRead(nth % 20 === 0 ? 'account' : nth % 2 === 0 ? 'site' : 'event', nth)(side);
        await byHttp(side, one);
        await bySql(side, one);
        if (side === world && one.call.path === '/events') await byBare(one);
      }
    },
  );
  const results: Result[] = [];
  const grown: Result[] = [];
  for (const scope of scopes) {
    const found = await timeAlternating<Name>({ rounds, turns, progress }, (nth) => {
      const one = pickRead(scope, nth);
      const here = {
        http: () => byHttp(world, one(world)),
        sql: () => bySql(world, one(world)),
        bare: scope === 'site' ? () => byBare(one(world)) : nothing,
      };
      const beside = small && { smallHttp: () => byHttp(small, one(small)), smallSql: () => bySql(small, one(small)) };
      return { ...here, smallHttp: nothing, smallSql: nothing, ...beside };
    });
    results.push(besideSql(scope, found), ...(scope === 'site' ? [bareBesideSql(found)] : []));
    grown.push(small === undefined ? notHere(scope) : besideSmall(scope, found));
  }
  return [...results, ...grown];
}

const nothing = (): Promise<unknown> => Promise.resolve();

function besideSql(scope: Scope, found: Round<Name>[]): Result {
  return {
    what: `${titles[scope]} ÷ its SQL over pg`,
    figures: `p50 ${formatPercentile(found, 'http')} ÷ ${formatPercentile(found, 'sql')} (p95 ${formatPercentile(found, 'http', 0.95)}, ${formatPercentile(found, 'sql', 0.95)})`,
    ratios: ratiosOf(found, 'http', 'sql'),
    // The goal applies to pages only.
    ...(scope === 'event' ? {} : { goal: { atMost: 2 } }),
  };
}

/** The cost of HTTP alone: the bare server checks nothing and looks up no key. */
function bareBesideSql(found: Round<Name>[]): Result {
  return {
    what: 'the same page from a bare node:http server ÷ its SQL over pg',
    figures: `p50 ${formatPercentile(found, 'bare')} ÷ ${formatPercentile(found, 'sql')} (p95 ${formatPercentile(found, 'bare', 0.95)}, ${formatPercentile(found, 'sql', 0.95)})`,
    ratios: ratiosOf(found, 'bare', 'sql'),
  };
}

const grownTitle = (scope: Scope): string => `${titles[scope]}: at 30 million ÷ at 1 million, ÷ the same of its SQL`;
const grownGoal: Goal = { atMost: 1.2 };

function notHere(scope: Scope): Result {
  return { what: grownTitle(scope), figures: '', ratios: [], goal: grownGoal, needs: '30m' };
}

function besideSmall(scope: Scope, found: Round<Name>[]): Result {
  const p50 = (round: Round<Name>, name: Name): number => percentile(round[name], 0.5);
  const ratio = (over: Name, under: Name): string => {
    const all = found.map((round) => p50(round, over) / p50(round, under));
    return percentile(all, 0.5).toFixed(2);
  };
  return {
    what: grownTitle(scope),
    figures: `${formatPercentile(found, 'http')} ÷ ${formatPercentile(found, 'smallHttp')} = ${ratio('http', 'smallHttp')}, SQL ${formatPercentile(found, 'sql')} ÷ ${formatPercentile(found, 'smallSql')} = ${ratio('sql', 'smallSql')}`,
    ratios: found.map(
      (round) => p50(round, 'http') / p50(round, 'smallHttp') / (p50(round, 'sql') / p50(round, 'smallSql')),
    ),
    goal: grownGoal,
  };
}
