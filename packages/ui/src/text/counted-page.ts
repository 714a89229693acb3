import { countOf, formatNumber } from '../lib/numbers.ts';

/** How many rows all pages have; with `more`, at least. */
type Total = { count: number; more: boolean };

/** «12 accounts», «Accounts 51 to 100, and more», «Accounts 51 to 100 of 2,000», «of 10,000+». */
export function countedPage(
  names: { one: string; many: string },
  of: { page: number; size: number; shown: number; more: boolean; total?: Total | undefined },
): string {
  const { page, size, shown, more, total } = of;
  if (page === 1 && !more) return countOf(shown, names.one, names.many);
  const first = (page - 1) * size + 1;
  const name = `${names.many.charAt(0).toUpperCase()}${names.many.slice(1)}`;
  if (shown === 0) return `No more ${names.many}`;
  const last = first + shown - 1;
  // The rows may be newer than the count.
  const end =
    total === undefined
      ? more
        ? ', and more'
        : ''
      : ` of ${formatNumber(Math.max(total.count, last))}${total.more ? '+' : ''}`;
  return `${name} ${formatNumber(first)} to ${formatNumber(last)}${end}`;
}
