import { type Activity, type MemberActivity, severities, type Severity } from '@goal/contract';

import { countOf, formatNumber } from '../lib/numbers.ts';
import { formatUtcDay } from '../text/time.tsx';
import { locale } from '../lib/locale.ts';
import { type ActivityDay, totalOf, totalsOf } from './geometry.ts';

// The charts in words: as text beside them, and as their description for screen readers.

export const severityNames: Readonly<Record<Severity, string>> = {
  info: 'Info',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const figureDay = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const weekDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });

const atMidnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** «27.1%»; a share below 0.1 % that is not zero is «< 0.1%». */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.001 ? `< ${percent.format(0.001)}` : percent.format(share);
/** For the axis: 20K, 1.5M. */
export const formatTick = (value: number): string => compact.format(value);
/** For the axis: 31 Jan. */
export const formatShortDay = (day: string): string => shortDay.format(atMidnight(day));
/** For the figures beside a bar: Sat, 31 Jan 2026. */
export const formatFigureDay = (day: string): string => figureDay.format(atMidnight(day));
/** For the description of a day: Saturday, 31 January 2026. */
const formatLongDay = (day: string): string => weekDay.format(atMidnight(day));

/** The figures of one day: «Saturday, 31 January 2026, UTC: 8 events; 6 info, 2 high». */
export function describeDay(day: ActivityDay): string {
  const total = totalOf(day);
  const when = `${formatLongDay(day.day)}, UTC`;
  return total === 0 ? `${when}: no events` : `${when}: ${countOf(total, 'event')}; ${describeParts(day)}`;
}

export function describeActivity({ from, to, days, total }: MemberActivity): string {
  const highest = days.reduce((most, day) => (totalOf(day) > totalOf(most) ? day : most));
  return (
    `Events a UTC day by severity, ${formatUtcDay(from)} to ${formatUtcDay(to)}: ${countOf(total, 'event')} in all; ` +
    `${describeParts(totalsOf(days))}; most on ${formatUtcDay(highest.day)}, ${formatNumber(totalOf(highest))}.`
  );
}

const describeParts = (counts: Readonly<Record<Severity, number>>): string =>
  severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${formatNumber(counts[severity])} ${severity}`)
    .join(', ');

export function describeKept({ events, oldest_day, kept_until }: Activity['kept']): string {
  if (events === 0 || oldest_day === null) return 'No event is kept now.';
  const kept = `${countOf(events, 'event')} kept, the oldest from ${formatUtcDay(oldest_day)} (UTC)`;
  if (kept_until === null) return `${kept}. A reseller’s events are never deleted for their age.`;
  return `${kept}. Retention may delete it from ${formatUtcDay(kept_until)} (UTC) on.`;
}
