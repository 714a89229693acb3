import type { Position } from '../event/position.ts';
import { cutPage, type PageRequest } from '../operator/page.ts';

/** A part of a list, and what reads the part behind it; undefined at the end of the list. */
export type Part<View> = { rows: View[]; next: (() => Promise<Part<View>>) | undefined };

/** A row with its place in a list that runs from the newest to the oldest. */
export type PlacedRow = { no: number; created_at: Date };

/** Rows of the first part, which most lists are shorter than; and of those behind it, whose JSON must not keep other requests waiting. */
const partRows = { first: 500, behind: 200 };

/**
 * The first part of a list that the contract does not page (interface.md §4). Each part is a statement of its own that goes on behind the
 * last row, so no snapshot is held open between them, and a row that is there throughout comes exactly once. `read` gives one row more than
 * `limit` where there are so many.
 */
export async function readPart<Row extends PlacedRow, View>(
  read: (request: PageRequest) => Promise<Row[]>,
  view: (row: Row) => View,
  after?: Position,
): Promise<Part<View>> {
  const limit = after === undefined ? partRows.first : partRows.behind;
  const { page, next } = cutPage(await read({ limit, after }), limit, placeOf);
  return { rows: page.map(view), next: next && (() => readPart(read, view, next)) };
}

/** Where the row stands. */
export function placeOf({ created_at: at, no }: PlacedRow): Position {
  return { time: at.getTime(), id: no };
}
