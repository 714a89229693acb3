import type { PlanView } from '@goal/contract';

import { countOf, formatNumber } from './numbers.ts';

/** What a plan allows, in one line: «25 sites · 90 days · API · 2,000,000 events a month». */
export function planSentence({ sites, retention_days, api, fair_use_events, hard_limit_events }: PlanView): string {
  return [
    countOf(sites, 'site'),
    countOf(retention_days, 'day'),
    api ? 'API' : 'no API',
    `${formatNumber(fair_use_events)} events a month${hard_limit_events === undefined ? '' : `, at most ${formatNumber(hard_limit_events)}`}`,
  ].join(' · ');
}
