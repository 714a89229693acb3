import type { Position } from './position.ts';

/** Requests a page of a list: at most `limit` rows after a position. */
export type PageRequest = { limit: number; after?: Position | undefined };

/** Collects the values of a statement: `$1`, `$2` … in the order in which they are added. */
export class Parameters {
  readonly list: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/**
 * The condition for the rows after a position, in a list from newest to oldest by (`time`, `id`);
 * empty for the first page.
 */
export function olderThan(values: Parameters, time: string, id: string, after: Position | undefined): string[] {
  if (after === undefined) return [];
  return [`(${time}, ${id}) < (${values.add(new Date(after.time))}::timestamptz, ${values.add(after.id)}::bigint)`];
}

/** The same for a list by a figure, the highest first: `after.time` is the figure. */
export function lowerThan(values: Parameters, figure: string, id: string, after: Position | undefined): string[] {
  if (after === undefined) return [];
  return [`(${figure}, ${id}) < (${values.add(after.time)}::bigint, ${values.add(after.id)}::bigint)`];
}

/** `WHERE …` with all conditions; empty if there are none. */
export function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/**
 * Splits rows, of which `limit` + 1 were requested, into the page and the position after it;
 * undefined on the last page.
 */
export function splitPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { page: Row[]; next: Position | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? positionOf(last) : undefined };
}
