import { dayNumber } from './day.ts';

// Formats for the sentences that operators read: grouped numbers and UTC days.

const number = new Intl.NumberFormat('en');
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `1,234` */
export function grouped(value: number): string {
  return number.format(value);
}

/** `1 site`, `1,234 sites`; the plural may be irregular. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

/** `12 November 2026` */
export function longDay(day: string): string {
  return date.format(dayNumber(day) * 86_400_000);
}
