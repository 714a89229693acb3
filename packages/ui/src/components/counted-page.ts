import { countOf, formatNumber } from '../lib/numbers.ts';

/**
 * Which rows of a paged list are shown, in words: «12 accounts», «Accounts 51 to 100, and more».
 */
export function countedPage(
  names: { one: string; many: string },
  of: { page: number; size: number; shown: number; more: boolean },
): string {
  const { page, size, shown, more } = of;
  if (page === 1 && !more) return countOf(shown, names.one, names.many);
  const first = (page - 1) * size + 1;
  const name = `${names.many.charAt(0).toUpperCase()}${names.many.slice(1)}`;
  if (shown === 0) return `No more ${names.many}`;
  return `${name} ${formatNumber(first)} to ${formatNumber(first + shown - 1)}${more ? ', and more' : ''}`;
}
