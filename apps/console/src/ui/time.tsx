import classes from './ui.module.css';

const formats = {
  minute: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }),
};
// A UTC day has no hour that could be moved to another zone.
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** UTC, for the sake of comparing with the service's log: `2026-01-31 08:15:30 UTC`. */
function formatUtc(value: string): string {
  return `${new Date(value).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A moment in the operator's zone, for a sentence. */
export function formatMoment(value: string): string {
  return formats.minute.format(new Date(value));
}

/** A moment in the operator's zone; UTC on hover, and on focus where it stands alone (`focusable`; in tables it would be a stop too many). */
export function Time({
  value,
  as = 'minute',
  focusable = false,
}: {
  value: string;
  as?: 'minute' | 'day' | 'ago';
  focusable?: boolean;
}) {
  const text = as === 'ago' ? ago(value) : formats[as].format(new Date(value));
  return (
    <time dateTime={value} title={formatUtc(value)} className={classes.time} {...(focusable ? { tabIndex: 0 } : {})}>
      {text}
    </time>
  );
}

/** A UTC day, `2026-01-31`, as the operator's locale writes a day. */
export function formatUtcDay(day: string): string {
  return utcDay.format(new Date(`${day}T00:00:00Z`));
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long ago, in the largest unit that fits: `3 days ago`. */
function ago(value: string): string {
  const seconds = (Date.parse(value) - Date.now()) / 1000;
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  return relative.format(Math.trunc(seconds), 'second');
}
