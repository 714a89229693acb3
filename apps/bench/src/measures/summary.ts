import type { Result } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { at } from '../world/random.ts';
import { searchScopes, type SearchScope } from './search-scopes.ts';
import { ratiosOf, timeAlternating } from './timing.ts';
import type { World } from './world.ts';

const rounds = 3;
/** The p95 of a round is the slowest of its turns. */
const turns = 6;

const keys = ['severity', 'code', 'object', 'event_type', 'user', 'site', 'day', 'hour'];

/** Calls by the name of their figure, behind `/events`. */
type Calls = Record<string, string>;

const byKey = (more: string): Calls => Object.fromEntries(keys.map((key) => [key, `/summary?by=${key}&${more}`]));

/**
 * Summaries with conditions and the page that they are compared with. Only in UTC the counters of
 * days can answer, so another zone counts each key from events; `counters` counts from them.
 */
const kinds: Record<string, { page: string; summaries: Calls }> = {
  filters: {
    page: '?code=999999',
    summaries: { ...byKey('tz=Europe/Berlin'), counters: '/summary?by=day' },
  },
  words: { page: '?q=zyxwvut', summaries: byKey('q=garden') },
};

/**
 * rulings §11.2: compares the p95 of a summary by each key with that of a page whose filter matches
 * nothing, in the largest site, the largest account and a group. The ratio is that of the slowest
 * key.
 */
export async function measureSummary(world: World): Promise<Result[]> {
  const results: Result[] = [];
  const [site, account, , group] = searchScopes(world.population);
  // The second largest group has as many sites as the counters of days answer for.
  for (const scope of [site, account, group].filter((one) => one !== undefined))
    for (const kind of Object.keys(kinds)) results.push(await besidePage(world, scope, kind));
  return results;
}

async function besidePage({ http, progress }: World, { name, call }: SearchScope, kind: string): Promise<Result> {
  const { page = '', summaries = {} } = kinds[kind] ?? {};
  let sent = 0;
  const works = Object.entries({ ...summaries, page }).map(([key, path]): [string, () => Promise<unknown>] => [
    key,
    () => http.send(call(path, (sent += 1))),
  ]);
  const found = await timeAlternating<string>({ rounds, turns, progress }, () => Object.fromEntries(works));
  const timesOf = (key: string): number[] => found.flatMap((round) => round[key] ?? []);
  const p95 = (key: string): string => percentile(timesOf(key), 0.95).toFixed(1);
  // By the median, which the turns that another program slowed down do not decide.
  const bySpeed = Object.keys(summaries).toSorted((a, b) => median(timesOf(b)) - median(timesOf(a)));
  const slowest = at(bySpeed, 0);
  const others = bySpeed.slice(1).map((key) => `${key} ${p95(key)}`);
  return {
    what: `${name}, ${kind}: a summary by its slowest key ÷ a page without a match`,
    figures: `p95 by ${slowest} ${p95(slowest)} ÷ ${p95('page')} ms (${others.join(', ')})`,
    ratios: ratiosOf(found, slowest, 'page', 0.95),
    goal: { atMost: 6 },
    details: { rounds: found },
  };
}
