import type { Billing } from '@goal/contract';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';

type Limits = Billing['limits'];

const atMost =
  (what: string) =>
  (limit: number): string =>
    `at most ${countOf(limit, what)}`;

const rows: readonly { name: string; of: (limits: Limits) => number | undefined; words: (limit: number) => string }[] =
  [
    { name: 'Active sites', of: (limits) => limits.sites, words: atMost('site') },
    { name: 'Keys of each site', of: (limits) => limits.keys_per_site, words: atMost('key') },
    { name: 'API keys', of: (limits) => limits.account_keys, words: atMost('key') },
    { name: 'Events are kept', of: (limits) => limits.retention_days, words: (days) => countOf(days, 'day') },
    {
      name: 'Fair use',
      of: (limits) => limits.fair_use_events,
      words: (events) => `${formatNumber(events)} events a month`,
    },
    { name: 'Accepted a month', of: (limits) => limits.hard_limit_events, words: atMost('event') },
  ];

/** What binds an account now, and for a reseller what the plan alone says (rulings §10.18). */
export function limitFacts({ plan, limits, plan_limits: planned }: Billing): [name: string, words: string][] {
  return rows.flatMap(({ name, of, words }) => {
    const limit = of(limits);
    const alone = of(planned);
    if (limit === undefined) return [];
    if (limit >= 0) return [[name, words(limit)]];
    const beside = alone === undefined || alone < 0 ? '' : `; the ${plan} plan alone: ${words(alone)}`;
    return [[name, `unlimited${beside}`]];
  });
}
