import type { RetentionView } from '@goal/contract';
import { formatMoment, formatUtcDay } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';

export const confirmCommand = 'npm run -s goal -- worker --confirm';

export function heldSentence({ reason, since }: NonNullable<RetentionView['held']>): string {
  const last = formatMoment(since);
  return reason === 'silence'
    ? `the last pass began on ${last}, so long ago that the clock may have jumped.`
    : `this is not the database of the last pass, which began on ${last}: it may be a restored copy.`;
}

export function overdueSentence({
  events,
  sites,
  oldest_day: oldest,
  counted_at: at,
}: RetentionView['overdue']): string {
  if (at === null) return 'Overdue events are not counted yet: the worker counts them every ten minutes.';
  const counted = `counted on ${formatMoment(at)}`;
  if (events === 0 || oldest === null) return `Nothing is overdue, ${counted}.`;
  const what = events === 1 ? '1 event is overdue,' : `${formatNumber(events)} events are overdue, the oldest`;
  const where = `in ${countOf(sites, 'site')}`;
  return `${what} of ${formatUtcDay(oldest)} (UTC), ${where}, ${counted}.`;
}
