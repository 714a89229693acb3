import { locale } from '@goal/ui/lib/locale.ts';

type Zone = { isUtc: boolean };

const zoned = (options: Intl.DateTimeFormatOptions) => ({
  local: new Intl.DateTimeFormat(locale, options),
  utc: new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
});
const time = zoned({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const day = zoned({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const short = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const moment = zoned(short);
const momentOfYear = zoned({ ...short, year: 'numeric' });
const toSecond = { ...short, year: 'numeric', second: '2-digit' } as const;
const second = zoned(toSecond);
const exact = zoned({ ...toSecond, fractionalSecondDigits: 3 });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

type Formats = ReturnType<typeof zoned>;
const format = ({ local, utc }: Formats, ms: number, { isUtc }: Zone): string => (isUtc ? utc : local).format(ms);

/** `14:02:11` */
export const timeOfDay = (ms: number, zone: Zone): string => format(time, ms, zone);

/** «Yesterday, Saturday 21 November 2026» */
export function dayName(ms: number, zone: Zone, nowMs: number): string {
  const start = (of: number): number => {
    const date = new Date(of);
    if (zone.isUtc) return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  const days = Math.round((start(ms) - start(nowMs)) / 86_400_000);
  const name = format(day, ms, zone);
  if (Math.abs(days) > 1) return name;
  const word = relative.format(days, 'day');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}, ${name}`;
}

/** `3 Nov, 14:02`, with the year unless it is this one. */
export const shortMoment = (ms: number, zone: Zone, nowMs: number): string =>
  format(new Date(ms).getUTCFullYear() === new Date(nowMs).getUTCFullYear() ? moment : momentOfYear, ms, zone);

/** `22 Nov 2026, 14:02:11.481` */
export const exactMoment = (ms: number, zone: Zone): string => format(exact, ms, zone);

/** `22 Nov 2026, 13:02:11` in UTC, for a column that says so. */
export const utcSecond = (ms: number): string => format(second, ms, { isUtc: true });

/** `2026-11-22 13:02:11Z` */
export const utcMoment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}Z`;

const secondMs = 1000;
const units = [
  { name: 'days', ms: 86_400 * secondMs, from: 2 * 86_400 * secondMs },
  { name: 'hours', ms: 3600 * secondMs, from: 2 * 3600 * secondMs },
  { name: 'minutes', ms: 60 * secondMs, from: 2 * 60 * secondMs },
] as const;

/** «stored 0.4 s later»: how long after its own time an event was stored. */
export function lateness(ms: number): string {
  const size = Math.abs(ms);
  const unit = units.find(({ from }) => size >= from);
  const amount =
    unit === undefined ? `${(size / secondMs).toFixed(1)} s` : `${Math.round(size / unit.ms)} ${unit.name}`;
  return `stored ${amount} ${ms < 0 ? 'before that, by our clock' : 'later'}`;
}

export const zoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
