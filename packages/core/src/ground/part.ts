import type { Position } from './position.ts';
import { splitPage, type PageRequest } from './keyset-sql.ts';

/** `next` reads the following part, of at most `limit` rows; undefined at the end. */
export type Part<View> = { rows: View[]; next: ((limit?: number) => Promise<Part<View>>) | undefined };

/** A row with its position in a list from newest to oldest. */
export type PlacedRow = { rowId: number; created_at: Date };

/** Most lists fit into the first part. Later ones are small, to delay no other request. */
const partRows = { first: 500, behind: 200 };

/**
 * Reads the first part of a list that the contract does not page (interface.md §4). Each part is a
 * separate statement that continues after the last row. So no snapshot stays open between parts,
 * and a row that exists throughout comes exactly once. `read` returns one row more than `limit` if
 * the list continues.
 */
export async function readPart<Row extends PlacedRow, View>(
  read: (request: PageRequest) => Promise<Row[]>,
  view: (row: Row) => View,
  request: PageRequest = { limit: partRows.first },
): Promise<Part<View>> {
  const { page, next: after } = splitPage(await read(request), request.limit, placeOf);
  const next = (limit = partRows.behind): Promise<Part<View>> => readPart(read, view, { limit, after });
  return { rows: page.map(view), next: after && next };
}

/**
 * A list that has pages, as parts: for whoever reads it to its end. Each part is a page, so a row
 * that exists throughout and keeps its place comes exactly once.
 */
export async function partOf<View>(
  read: (request: PageRequest) => Promise<{ rows: View[]; next: Position | undefined }>,
  after?: Position,
): Promise<Part<View>> {
  const { rows, next } = await read({ limit: partRows.behind, after });
  return { rows, next: next && (() => partOf(read, next)) };
}

/** The position of a row in its list. */
export function placeOf({ created_at: at, rowId }: PlacedRow): Position {
  return { time: at.getTime(), id: rowId };
}
