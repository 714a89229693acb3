import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { besideBareServer, introduce } from './beside.ts';
import { byHttp, bySql, isFull, readPicker, scopes, type Read, type Scope } from './reads.ts';
import { formatPercentile, ratiosOf, timeAlternating, timesRow, type Round } from './timing.ts';
import type { World } from './world.ts';

const rounds = 6;
const turns = 150;
/** After these both sides have compiled their code and filled their caches. */
const warmUpTurns = 2000;

const titles: Record<Scope, string> = {
  site: 'page of 50 by a known site key',
  account: 'page of 50 by a known account key',
};
type Name = 'http' | 'sql' | 'bare' | 'smallHttp' | 'smallSql';

/**
 * docs/decisions/010-event-store.md: compares a page over REST with its bare SQL over `pg` and with
 * the same page from a bare server, and both with the same at 1 million events. Every key has
 * asked before.
 */
export function measurePages(world: World): Promise<Result[]> {
  const { small, random, progress } = world;
  const sides = small === undefined ? [world] : [world, small];
  return besideBareServer(world, 8, async (bare) => {
    const byBare = (read: Read): Promise<string> => bare.send({ path: read.bare, outside: true });
    for (const { http, population } of sides) {
      const keys = population.accounts.flatMap(({ keys: tokens }) => tokens.map((token) => ({ token })));
      await introduce(http, [...population.sites.filter(isFull), ...keys]);
    }
    const pickRead = readPicker(random, sides);
    await forEachConcurrently([...Array(warmUpTurns).keys()], 8, async (nth) => {
      for (const side of sides) {
        const one = pickRead(nth % 10 === 0 ? 'account' : 'site', nth)(side);
        await byHttp(side, one);
        await bySql(side, one);
        if (side === world) await byBare(one);
      }
    });
    const results: Result[] = [];
    const grown: Result[] = [];
    for (const scope of scopes) {
      const found = await timeAlternating<Name>({ rounds, turns, progress }, (nth) => {
        const one = pickRead(scope, nth);
        const nothing = (): Promise<void> => Promise.resolve();
        return {
          http: () => byHttp(world, one(world)),
          sql: () => bySql(world, one(world)),
          bare: () => byBare(one(world)),
          smallHttp: small === undefined ? nothing : () => byHttp(small, one(small)),
          smallSql: small === undefined ? nothing : () => bySql(small, one(small)),
        };
      });
      results.push(...besideLimits(scope, found));
      grown.push(besideSmall(scope, small && found));
    }
    return [...results, ...grown];
  });
}

function besideLimits(scope: Scope, found: Round<Name>[]): Result[] {
  const what = titles[scope];
  return [
    timesRow(`${what} ÷ its SQL over pg`, found, ['http', 'sql'], { atMost: 2 }),
    timesRow(`${what} ÷ the same page from a bare node:http server`, found, ['http', 'bare'], {
      atMost: scope === 'site' ? 1.3 : 1.5,
    }),
  ];
}

/** Undefined where the run has no data set of 1 million events beside its own. */
function besideSmall(scope: Scope, found: Round<Name>[] | undefined): Result {
  const what = `${titles[scope]}: at 30 million ÷ at 1 million, ÷ the same of its SQL`;
  const goal = { atMost: 1.2 };
  if (found === undefined) return { what, figures: '', ratios: [], goal, needs: '30m' };
  const [http, sql] = [ratiosOf(found, 'http', 'smallHttp'), ratiosOf(found, 'sql', 'smallSql')];
  const text = (large: Name, small: Name, ratios: number[]): string =>
    `${formatPercentile(found, large)} ÷ ${formatPercentile(found, small)} = ${percentile(ratios, 0.5).toFixed(2)}`;
  return {
    what,
    figures: `${text('http', 'smallHttp', http)}, SQL ${text('sql', 'smallSql', sql)}`,
    ratios: http.map((ratio, round) => ratio / (sql[round] ?? NaN)),
    goal,
  };
}
