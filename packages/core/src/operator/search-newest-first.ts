import { where, type Parameters } from '../ground/keyset-sql.ts';

/** How a list is read: as it is, its newest so many rows only, or by an index on what is looked for. */
export type Way = 'all' | 'index' | { newest: number };

const few = 200;
const many = 2000;

/**
 * Reads a page of what holds a term, without looking at all there is: a term that many rows hold fills its page among the newest ones; any other is
 * left to the index, which is the dearer the more rows it finds (docs/decisions/014-operator-search.md). `read` gives one row more than `limit` where there are so
 * many; `whole` says that it left nothing out.
 */
export async function searchNewestFirst<Row extends { whole: boolean }>(
  limit: number,
  read: (way: Way) => Promise<Row[]>,
): Promise<Row[]> {
  let rows = await read({ newest: few });
  const done = (): boolean => rows.length > limit || rows[0]?.whole === true;
  // As dense as among the few, it fills its page among the many.
  if (!done() && rows.length * (many / few) > limit) rows = await read({ newest: many });
  return done() ? rows : read('index');
}

/** A list from the newest to the oldest, under construction: `fits` says what is looked for in a row, `byIndex` the same for an index. */
type Searched = {
  table: string;
  alias: string;
  values: Parameters;
  narrow: readonly string[];
  limit: number;
  fits: () => readonly string[];
  byIndex: () => readonly string[];
};

/** The rows of a list that fit, one more than `limit`, each with `whole`. */
export function selectNewestFirst({ table, alias, values, narrow, limit, fits, byIndex }: Searched, way: Way): string {
  const order = `ORDER BY ${alias}.created_at DESC, ${alias}.no DESC`;
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
