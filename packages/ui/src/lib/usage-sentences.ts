import { countOf, formatLimit, formatNumber } from './numbers.ts';

/** «4 of 5 sites», «23 sites, unlimited». */
export function usageSentence(used: number, limit: number, one: string, many: string): string {
  if (limit < 0) return `${countOf(used, one, many)}, unlimited`;
  return `${formatNumber(used)} of ${countOf(limit, one, many)}`;
}

/** How much of a limit is left, or by how much it is exceeded; undefined without a limit. */
export function roomSentence(used: number, limit: number): string | undefined {
  if (limit < 0) return undefined;
  if (used > limit) return `${formatNumber(used - limit)} more than the plan allows`;
  return used === limit ? 'none left' : `${formatNumber(limit - used)} left`;
}

/** «90 days», «1 day», «unlimited». */
export function daysSentence(days: number): string {
  return days < 0 ? formatLimit(days) : countOf(days, 'day');
}
