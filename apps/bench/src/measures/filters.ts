import { searchStep } from '@goal/core';

import type { Result } from '../report.ts';
import { vocabulary } from '../world/events.ts';
import { at } from '../world/random.ts';
import { searchScopes } from './search-scopes.ts';
import { timeAlternating, ratiosOf, formatPercentile } from './timing.ts';
import type { World } from './world.ts';

const rounds = 5;
const turns = 24;
const candidates = 10_000;

/**
 * Filters that no event matches: an unknown code or user, or values that never occur together.
 * Their words are in the dictionary, because the service answers unknown words without a search.
 */
function queriesOf(): Record<'filters' | 'words', string[]> {
  const { objects, eventTypes } = vocabulary();
  const [last, first] = [encodeURIComponent(objects.at(-1) ?? ''), encodeURIComponent(eventTypes[0] ?? '')];
  return {
    filters: [
      'code=999999',
      'user_id=999999999',
      'severity=critical&user_id=77',
      `object=${last}&event_type=${first}&code=1`,
    ],
    words: ['q=zyxwvut', 'q=garden%20zyxwvut%20from', 'q=zyxwvut&severity=low,medium'],
  };
}

/**
 * docs/decisions/010-event-store.md: compares the p95 of a request whose filter matches nothing, in
 * the largest site, the largest account and its groups, with one step of 10,000 candidates as bare
 * SQL with a filter of the same kind.
 */
export async function measureFilters(world: World): Promise<Result[]> {
  const { population, progress } = world;
  const results: Result[] = [];
  for (const { name, call, account, site } of searchScopes(population)) {
    const own = site === undefined ? [account.rowId] : [account.rowId, site.rowId];
    for (const [kind, queries] of Object.entries(queriesOf())) {
      const found = await timeAlternating({ rounds, turns, progress }, (nth) => ({
        http: () => world.http.send(call(`?${at(queries, nth % queries.length)}`, nth)),
        sql: () => oneStep(world, kind === 'words', own),
      }));
      const both = (p: number, between: string): string =>
        `${formatPercentile(found, 'http', p)}${between}${formatPercentile(found, 'sql', p)}`;
      results.push({
        what: `${name}, ${kind} without a match ÷ one step of 10,000 candidates`,
        figures: `p95 ${both(0.95, ' ÷ ')} (p50 ${both(0.5, ', ')})`,
        ratios: ratiosOf(found, 'http', 'sql', 0.95),
        goal: { atMost: 4 },
      });
    }
  }
  return results;
}

/** Runs one search step that finds nothing, over `pg`; `own` are the account and perhaps a site. */
async function oneStep({ db }: World, readsEvent: boolean, [account, ...site]: number[]): Promise<void> {
  const conditions = readsEvent
    ? [null, null, null, null, null, null, null, ['%zyxwvut%'], null, null, null, null, null]
    : [[999_999], null, null, null, null];
  const range = ['infinity', Number.MAX_SAFE_INTEGER, '1900-01-01T00:00:00Z', candidates, 51];
  const { rows } = await db.pages.query<{ looked: number | null }>({
    ...searchStep(site.length === 0 ? 'account' : 'site', { hasExclusions: false, readsEvent }),
    values: [account, ...range, ...conditions, ...site],
  });
  if (rows.some(({ looked }) => looked === null)) throw new Error('a filter that matches nothing found something');
}
