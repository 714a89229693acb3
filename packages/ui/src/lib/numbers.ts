import { locale } from './locale.ts';

const plain = new Intl.NumberFormat(locale);

/** A number with the digit grouping of the reader's locale: 1,234,567. */
export function formatNumber(value: number): string {
  return plain.format(value);
}

const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** An average for a column: each has one decimal, but 0 where there was nothing. */
export const formatAverage = (value: number): string => (value === 0 ? plain.format(0) : tenths.format(value));

/** A count with its noun: «1 event», «1,234 events». */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A limit in words; -1 means unlimited (interface.md §2). */
export function formatLimit(value: number): string {
  return value < 0 ? 'unlimited' : formatNumber(value);
}
