import { locale } from '@goal/ui/lib/locale.ts';

const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const firstDay = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** «November 2026», of `2026-11`. */
export const formatMonth = (month: string): string => longMonth.format(firstDay(month));
export const formatShortMonth = (month: string): string => shortMonth.format(firstDay(month));
