import pg from 'pg';

import { madeByMigrations } from '../migrate/files.ts';
import type { Queryable } from '../rows.ts';

/** A table that is backed up, its columns that are not generated, and the tables it refers to. */
export type Table = { name: string; columns: string[]; needs: string[] };

/** Lists the processes that use the database now; that is not data. */
const notKept = 'instance';

/** All tables that our migrations made, each after the tables it refers to. */
export async function readTables(db: Queryable, folder?: string): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `SELECT c.relname AS name, (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       ARRAY(SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid) AS needs
     FROM pg_class c WHERE pg_table_is_visible(c.oid) AND c.relkind IN ('r', 'p') AND c.relname = ANY($1)
     ORDER BY c.relname`,
    [madeByMigrations('TABLE', folder).filter((name) => name !== notKept)],
  );
  const ordered: Table[] = [];
  while (ordered.length < rows.length) {
    const known = new Set(ordered.map(({ name }) => name));
    const ready = rows.filter(({ name, needs }) => !known.has(name) && needs.every((one) => known.has(one)));
    if (ready.length === 0) throw new Error('tables point to each other in a circle');
    ordered.push(...ready);
  }
  return ordered;
}

/** The last number that each of our sequences gave. Unused sequences are left out. */
export async function readSequences(db: Queryable): Promise<Record<string, string>> {
  const sequences = await everySequence(db);
  return Object.fromEntries(sequences.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])));
}

export async function readSequenceNames(db: Queryable): Promise<string[]> {
  return (await everySequence(db)).map(({ name }) => name);
}

async function everySequence(db: Queryable): Promise<{ name: string; last: string | null }[]> {
  const { rows } = await db.query<{ name: string; last: string | null }>(
    `SELECT c.relname AS name, pg_sequence_last_value(c.oid)::text AS last FROM pg_class c
     WHERE pg_table_is_visible(c.oid) AND c.relkind = 'S' AND (c.relname = ANY($1) OR EXISTS (
       SELECT FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
         AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') AND t.relname = ANY($2))) ORDER BY 1`,
    [madeByMigrations('SEQUENCE'), madeByMigrations('TABLE')],
  );
  return rows;
}

/** The table with its columns, as COPY takes them. */
export function columnsOf({ name, columns }: Pick<Table, 'name' | 'columns'>): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/** Statements that drop a table's indexes and make them again; none with foreign keys. */
export async function readIndexes(db: Queryable, table: string): Promise<{ drop: string[]; make: string[] }> {
  const { rows } = await db.query<{ drop: string; make: string }>(
    `SELECT CASE WHEN k.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
         ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, k.conname) END AS drop,
       CASE WHEN k.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
         ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) END AS make
     FROM pg_index i LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u')
     WHERE i.indrelid = $1::regclass
       AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND (f.conrelid = i.indrelid OR f.confrelid = i.indrelid))
     ORDER BY k.oid IS NULL, i.indexrelid`,
    [pg.escapeIdentifier(table)],
  );
  return { drop: rows.map((row) => row.drop), make: rows.map((row) => row.make) };
}
