import type { WaysToSignIn } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';

/** «1 site and at most 30,000 events a month, kept for 7 days, without a payment.» */
export function freeWords(free: WaysToSignIn['free']): string {
  if (free === null) return 'without a payment.';
  const { sites, retention_days: days, hard_limit_events: events } = free;
  return `${countOf(sites, 'site')} and at most ${countOf(events, 'event')} a month, kept for ${countOf(days, 'day')}, without a payment.`;
}
