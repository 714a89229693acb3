import { formatPercentile, ratiosOf, timeAlternating } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { at } from '../world/random.ts';
import { ask } from './sessions.ts';
import type { DashboardWorld } from './world.ts';

const rounds = 5;
const turns = 60;

/**
 * Compares a page of events by session with the same page by account key, both native, and the
 * first page of 5,000 sites with that of 50.
 */
export async function measureCalls({ http, large, small, progress }: DashboardWorld): Promise<Result[]> {
  const page = encodeURIComponent(JSON.stringify({ limit: 50 }));
  const member = (of: typeof large) => ({ id: of.id, sessions: of.owner.sessions });
  const found = await timeAlternating({ rounds, turns, progress }, (nth) => ({
    session: () => ask(http, member(large), 'events.list', { limit: 50 }),
    key: () =>
      http.send({
        path: `/trpc/account.events.list?input=${page}`,
        outside: true,
        token: at(large.keys, nth % large.keys.length),
      }),
    manySites: () => ask(http, member(large), 'sites.list', { limit: 50 }),
    fewSites: () => ask(http, member(small), 'sites.list', { limit: 50 }),
  }));
  type Name = keyof (typeof found)[number];
  const row = (what: string, above: Name, below: Name, atMost: number): Result => ({
    what,
    figures: `p50 ${formatPercentile(found, above)} ÷ ${formatPercentile(found, below)}`,
    ratios: ratiosOf(found, above, below),
    goal: { atMost },
  });
  return [
    row('page of 50 events by session ÷ by account key, native', 'session', 'key', 1.15),
    row('first page of 5,000 sites ÷ of 50 sites', 'manySites', 'fewSites', 1.3),
  ];
}
