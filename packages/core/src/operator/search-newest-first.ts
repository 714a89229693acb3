import { where, type Parameters } from '../ground/keyset-sql.ts';

/** How to read a list: all of it, only its newest rows, or by an index on the search term. */
export type Way = 'all' | 'index' | { newest: number };

const fewRows = 200;
const manyRows = 2000;

/**
 * Finds one page of matches without scanning the table. A common term fills its page from the
 * newest rows. A rare term uses the index, whose cost grows with the number of matches
 * (docs/decisions/014-operator-search.md). `read` returns one row more than `limit` if there is
 * one; `whole` says that it left no row out.
 */
export async function searchNewestFirst<Row extends { whole: boolean }>(
  limit: number,
  read: (way: Way) => Promise<Row[]>,
): Promise<Row[]> {
  let rows = await read({ newest: fewRows });
  const done = (): boolean => rows.length > limit || rows[0]?.whole === true;
  // If matches are as dense among all rows as among the newest, this many rows fill a page.
  if (!done() && rows.length * (manyRows / fewRows) > limit) rows = await read({ newest: manyRows });
  return done() ? rows : read('index');
}

/**
 * A list from newest to oldest, or by the column `by` from its highest value: `fits` is the search
 * condition for one row, `byIndex` the same condition for an index. `table` may be a subquery.
 */
type Searched = {
  table: string;
  alias: string;
  by?: string;
  values: Parameters;
  narrow: readonly string[];
  limit: number;
  fits: () => readonly string[];
  byIndex: () => readonly string[];
};

/** The matching rows of a list, one more than `limit`, each with `whole`. */
export function selectNewestFirst(
  { table, alias, by = 'created_at', values, narrow, limit, fits, byIndex }: Searched,
  way: Way,
): string {
  const order = `ORDER BY ${alias}.${by} DESC, ${alias}.no DESC`;
  const from = `FROM ${table} ${alias}`;
  const page = `${order} LIMIT ${values.add(limit + 1)}`;
  if (typeof way === 'string') {
    const conditions = way === 'index' ? [...narrow, ...byIndex()] : narrow;
    return `SELECT ${alias}.*, true AS whole ${from} ${where(conditions)} ${page}`;
  }
  const newest = `${from} ${where(narrow)} ${order}`;
  return `SELECT ${alias}.*, NOT EXISTS (SELECT ${newest} OFFSET ${way.newest} LIMIT 1) AS whole
    FROM (SELECT ${alias}.* ${newest} LIMIT ${way.newest}) ${alias} ${where(fits())} ${page}`;
}
