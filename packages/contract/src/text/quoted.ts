import { bidiIsolate } from './bidi-isolate.ts';

/** The detail of a recorded action. */
export type Detail = Readonly<Record<string, unknown>>;

/** A value of a detail in quotation marks, isolated because it may be right-to-left text. */
export function quoted(detail: Detail, name: string): string {
  const value = detail[name];
  return `«${bidiIsolate(typeof value === 'string' || typeof value === 'number' ? value : '?')}»`;
}

const plain = new Intl.NumberFormat('en');

/** The sentences are English, and so are their numbers: 1,234,567. */
export const formatNumber = (value: number): string => plain.format(value);

/** A count with its noun: «1 event», «1,234 events»; without a number the noun alone. */
export function counted(count: unknown, one: string, many: string): string {
  return typeof count === 'number' ? `${formatNumber(count)} ${count === 1 ? one : many}` : many;
}
