import type { Position } from './position.ts';

/** Which part of a list is asked for: at most `limit` rows that come after a position. */
export type PageRequest = { limit: number; after?: Position | undefined };

/** The values of a statement under construction: `$1`, `$2` … in the order in which they are added. */
export class Parameters {
  readonly list: unknown[] = [];

  /** Adds a value and gives its placeholder. */
  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** The condition of a list that runs from the newest to the oldest by (`time`, `id`); none for its first page. */
export function olderThan(values: Parameters, time: string, id: string, after: Position | undefined): string[] {
  if (after === undefined) return [];
  return [`(${time}, ${id}) < (${values.add(new Date(after.time))}::timestamptz, ${values.add(after.id)}::bigint)`];
}

/** `WHERE …` of all conditions; empty for none. */
export function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/** The page of rows of which one more than `limit` was read, and the position to go on from; undefined on the last page. */
export function splitPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { page: Row[]; next: Position | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? positionOf(last) : undefined };
}
