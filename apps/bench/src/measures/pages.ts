import type { Goal, Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { besideBareServer, introduce } from './beside.ts';
import { byHttp, bySql, isFull, readPicker, scopes, siteRead, type Read, type Scope } from './reads.ts';
import { at } from '../world/random.ts';
import { formatPercentile, ratiosOf, timeAlternating, type Round } from './timing.ts';
import type { Side, World } from './world.ts';

const rounds = 6;
const turns = 150;
/** After these both sides have compiled their code and filled their caches. */
const warmUpTurns = 2000;

const titles: Record<Scope, string> = {
  site: 'page of 50 by a known site key',
  account: 'page of 50 by a known account key',
  event: 'single event',
};
type Name = 'http' | 'sql' | 'bare' | 'smallHttp' | 'smallSql';

/**
 * docs/decisions/010-event-store.md: compares a page over REST with its bare SQL over `pg` and with
 * the same page from a bare server, and both with the same at 1 million events. Every key has
 * asked before, except in the row about first requests.
 */
export function measurePages(world: World): Promise<Result[]> {
  return besideBareServer(world, 8, async ({ http }) => {
    const byBare = async ({ bare }: Read): Promise<void> => {
      if (bare !== undefined) await http.send({ path: bare, outside: true });
    };
    for (const { http: own, population } of sidesOf(world)) {
      const keys = population.accounts.flatMap(({ keys: tokens }) => tokens.map((token) => ({ token })));
      await introduce(own, [...population.sites.filter(isFull), ...keys]);
    }
    return [...(await measure(world, byBare)), await measureFirst(world, byBare)];
  });
}

const sidesOf = (world: World): Side[] => (world.small === undefined ? [world] : [world, world.small]);

/** `byBare` reads the page from the bare server (bare-server.ts). */
async function measure(world: World, byBare: (read: Read) => Promise<unknown>): Promise<Result[]> {
  const { small, random, progress } = world;
  const sides = sidesOf(world);
  const pickRead = await readPicker(random, sides);
  await forEachConcurrently(
    Array.from({ length: warmUpTurns }, (_, nth) => nth),
    8,
    async (nth) => {
      for (const side of sides) {
        const one = pickRead(nth % 20 === 0 ? 'account' : nth % 2 === 0 ? 'site' : 'event', nth)(side);
        await byHttp(side, one);
        await bySql(side, one);
        if (side === world) await byBare(one);
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
        bare: () => byBare(one(world)),
      };
      const beside = small && { smallHttp: () => byHttp(small, one(small)), smallSql: () => bySql(small, one(small)) };
      return { ...here, smallHttp: nothing, smallSql: nothing, ...beside };
    });
    results.push(besideSql(scope, found));
    if (scope !== 'event') results.push(besideBare(scope, found), bareBesideSql(scope, found));
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

/** What the service adds to HTTP and SQL. */
function besideBare(scope: 'site' | 'account', found: Round<Name>[]): Result {
  return {
    what: `${titles[scope]} ÷ the same page from a bare node:http server`,
    figures: `p50 ${formatPercentile(found, 'http')} ÷ ${formatPercentile(found, 'bare')} (p95 ${formatPercentile(found, 'http', 0.95)}, ${formatPercentile(found, 'bare', 0.95)})`,
    ratios: ratiosOf(found, 'http', 'bare'),
    goal: { atMost: scope === 'site' ? 1.3 : 1.5 },
  };
}

/** The same of keys that the service does not remember. */
async function measureFirst(
  { http, plain, population, random, progress }: World,
  byBare: (read: Read) => Promise<unknown>,
): Promise<Result> {
  const sites = population.sites.filter(isFull).map((site) => ({ site, place: random() }));
  const reads = sites.toSorted((one, other) => one.place - other.place).map(({ site }) => siteRead(site));
  // The service hears this and forgets all keys (docs/decisions/006-authentications.md).
  await plain.query(`SELECT pg_notify('goal_changes', '')`);
  let asked = 0;
  const perRound = Math.min(turns, Math.floor(reads.length / (rounds + 1)));
  const found = await timeAlternating({ rounds, turns: perRound, progress }, () => {
    const read = at(reads, asked++);
    return { http: () => byHttp({ http }, read), bare: () => byBare(read) };
  });
  return {
    what: `page of 50 by a site key that asks for the first time ÷ the same page from a bare node:http server`,
    figures: `p50 ${formatPercentile(found, 'http')} ÷ ${formatPercentile(found, 'bare')}`,
    ratios: ratiosOf(found, 'http', 'bare'),
  };
}

/** The cost of HTTP alone: the bare server checks nothing and looks up no key. */
function bareBesideSql(scope: 'site' | 'account', found: Round<Name>[]): Result {
  return {
    what: `${titles[scope]} from the bare server ÷ its SQL over pg`,
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
