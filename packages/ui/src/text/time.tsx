import { useTimeStyle } from './time-style.tsx';
import classes from './text.module.css';
import { locale } from '../lib/locale.ts';

const inZone = (zone: { timeZone?: string }) => ({
  minute: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone }),
  day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone }),
});
const formats = inZone({});
const utcFormats = inZone({ timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** Formats a time like the service's log, for comparison: `2026-01-31 08:15:30 UTC`. */
function formatUtc(value: string): string {
  return `${new Date(value).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A time in the reader's time zone, as plain text for a sentence. */
export function formatMoment(value: string): string {
  return formats.minute.format(new Date(value));
}

/** A time in UTC, as plain text for a sentence: `31 Jan 2026, 08:15 UTC`. */
export function formatUtcMoment(value: string): string {
  return `${utcFormats.minute.format(new Date(value))} UTC`;
}

/**
 * A time as the reader wants times (`TimeStyle`). `focusable` shows UTC on focus as well; in tables
 * it would add a tab stop to each row.
 */
export function Time({
  value,
  as = 'minute',
  focusable = false,
}: {
  value: string;
  as?: 'minute' | 'day' | 'ago';
  focusable?: boolean;
}) {
  const { isExact, isUtc } = useTimeStyle();
  const text = as === 'ago' && !isExact ? ago(value) : written(value, as === 'day' ? 'day' : 'minute', isUtc);
  return (
    <time dateTime={value} title={formatUtc(value)} className={classes.time} {...(focusable ? { tabIndex: 0 } : {})}>
      {text}
    </time>
  );
}

function written(value: string, as: 'minute' | 'day', isUtc: boolean): string {
  return isUtc ? `${utcFormats[as].format(new Date(value))} UTC` : formats[as].format(new Date(value));
}

/** A UTC day, `2026-01-31`, in the format of the reader's locale. */
export function formatUtcDay(day: string): string {
  // A UTC day must not be shifted into another time zone.
  return utcFormats.day.format(new Date(`${day}T00:00:00Z`));
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** The time since `value` in the largest unit that fits: `3 days ago`. */
function ago(value: string): string {
  const seconds = (Date.parse(value) - Date.now()) / 1000;
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  return relative.format(Math.trunc(seconds), 'second');
}
