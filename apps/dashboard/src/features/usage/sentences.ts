import type { Usage } from '@goal/contract';
import { formatUtcDay } from '@goal/ui/text/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { locale } from '@goal/ui/lib/locale.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** «4.1 MB», «0 bytes» */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const options = {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short form of a byte is «0 byte» in English.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** step);
}

/** What retention deletes next: «events of 24 Aug 2026 are deleted from 22 Nov 2026 on». */
export function purgeSentence({ days, oldest_day: oldest, next_purge_day: next, held }: Usage['retention']): string {
  if (days < 0) return 'never: a reseller’s events are not deleted for their age';
  if (held !== null) return 'none while retention is held';
  if (oldest === null || next === null) return 'none: no event is kept';
  return `events of ${formatUtcDay(oldest)} are deleted from ${formatUtcDay(next)} on (UTC)`;
}

/** What the plan's hard limit does (rulings §10.39); undefined where nothing limits the account. */
export function limitSentence({
  events,
  hard_limit_events: limit = -1,
}: Pick<Usage, 'events' | 'hard_limit_events'>): string | undefined {
  if (limit < 0) return undefined;
  const most = `The plan stores at most ${formatNumber(limit)} a month`;
  return events < limit ? `${most} and refuses any beyond that.` : `${most}: new events are refused now.`;
}

/** What the whole month may come to; undefined while it is too early to say. */
export function forecastSentence({ forecast_events: forecast }: Pick<Usage, 'forecast_events'>): string | undefined {
  return forecast === null ? undefined : `At this pace the whole month has about ${formatNumber(rounded(forecast))}.`;
}

/** Two digits are all that a forecast knows. */
function rounded(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / step) * step;
}
