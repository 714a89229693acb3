import type { Result } from '../report.ts';
import { inWords } from '../statistics.ts';
import { at } from '../world/random.ts';
import { timeAlternating, timesRow } from './timing.ts';
import type { World } from './world.ts';

const rounds = 6;
const turns = 40;

const siteRange = (site: string): string =>
  `e.account = $1 and (e.site, e.occurred_at, e.id) < (${site}, 'infinity'::timestamptz, 9007199254740991)
    and (e.site, e.occurred_at, e.id) >= (${site}, '1900-01-01T00:00:00Z'::timestamptz, 0) order by e.site desc, e.occurred_at desc, e.id desc`;

/**
 * docs/decisions/011-group-pages.md: find the newest event of each site, take the 51 newest sites,
 * merge their pages.
 */
const strategyB = `with t as (
    select s.site, n.occurred_at, n.id from unnest($2::int[]) s(site)
      cross join lateral (select occurred_at, id from event e where ${siteRange('s.site')} limit 1) n
    order by n.occurred_at desc, n.id desc limit 51),
  p as (select m.* from t cross join lateral (select e.occurred_at, e.id from event e where ${siteRange('t.site')} limit 51) m
    order by m.occurred_at desc, m.id desc limit 51)
  select x.* from p cross join lateral (
    select id, occurred_at, code, user_id, site, severity, object, event_type, username, message, object_text, event_type_text
    from event x where x.account = $1 and x.id >= p.id and x.id <= p.id order by x.id limit 1) x`;

/**
 * docs/decisions/011-group-pages.md: compares the page of a group of 2,000 sites with its bare SQL.
 */
export async function measureGroups(world: World): Promise<Result[]> {
  const { population, progress, http, db } = world;
  const account = at(population.accounts, 0);
  const results: Result[] = [];
  for (const { keys, sites } of population.groups.filter((group) => group.sites.length >= 1000)) {
    const found = await timeAlternating({ rounds, turns, progress }, (nth) => ({
      http: () => http.send({ path: '/account/events', token: at(keys, nth % keys.length) }),
      sql: () => db.pages.query({ name: 'strategy B', text: strategyB, values: [account.rowId, sites] }),
    }));
    const what = `page of a group of ${inWords(sites.length)} sites ÷ strategy B`;
    results.push(timesRow(what, found, ['http', 'sql'], { atMost: 1.5 }));
  }
  return results;
}
