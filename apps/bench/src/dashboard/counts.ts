import { oneStep } from '../measures/filters.ts';
import { formatPercentile, ratiosOf, timeAlternating } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { vocabulary } from '../world/events.ts';
import { ask } from './sessions.ts';
import type { DashboardWorld } from './world.ts';

const rounds = 5;
const turns = 12;
const facets = ['severity', 'code', 'user', 'site', 'object', 'event_type'];

/**
 * Compares the histogram and the slowest facet of an account of 10 million events with one step of
 * 10,000 candidates as bare SQL, for filters on indexed columns and for words.
 */
export async function measureCounts(world: DashboardWorld): Promise<Result[]> {
  const { large, http, progress } = world;
  const day = 24 * 60 * 60 * 1000;
  const from = new Date(Date.now() - 30 * day).toISOString();
  const [object = ''] = vocabulary().objects;
  const filters: Readonly<Record<string, object>> = {
    'no filter': {},
    'a code': { code: '1000' },
    'a user and severities': { user_id: 5, severity: 'high,critical' },
    'an object': { object },
    words: { q: 'garden' },
  };
  const results: Result[] = [];
  for (const [kind, filter] of Object.entries(filters)) {
    const summary = (more: object) => (): Promise<unknown> =>
      ask(http, { id: large.id, sessions: large.owner.sessions }, 'events.summary', { from, ...filter, ...more });
    const works = {
      histogram: summary({ buckets: 60, by: 'severity' }),
      ...Object.fromEntries(facets.map((by) => [by, summary({ by, limit: 10, tz: 'Europe/Berlin' })])),
      step: () => oneStep(world, 'account', kind === 'words', [large.rowId]),
    };
    const found = await timeAlternating<string>({ rounds, turns, progress }, () => works);
    const bySpeed = ['histogram', ...facets]
      .map((name) => ({ name, ratios: ratiosOf(found, name, 'step', 0.95) }))
      .toSorted((a, b) => sum(b.ratios) - sum(a.ratios));
    const others = bySpeed.slice(1).map(({ name }) => `${name} ${formatPercentile(found, name, 0.95)}`);
    for (const { name, ratios } of bySpeed.slice(0, 1))
      results.push({
        what: `10 million events, ${kind}: the slowest of histogram and facets ÷ one step of 10,000 candidates`,
        figures: `p95 by ${name} ${formatPercentile(found, name, 0.95)} ÷ ${formatPercentile(found, 'step', 0.95)} (${others.join(', ')})`,
        ratios,
        goal: { atMost: 8 },
      });
  }
  return results;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
