import { shownAccess, theProvider, type AccountKeyAccess, type KeyAccess } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { readPart, type Part, type PlacedRow } from '../ground/part.ts';
import { olderThan, Parameters } from '../ground/keyset-sql.ts';

/**
 * The columns of every kind of key (interface.md §2); revoked_at is null while the key is active.
 */
type KeyRow = PlacedRow & { prefix: string; last_used_at: Date | null; revoked_at: Date | null };
type SiteKeyRow = KeyRow & { access: KeyAccess };
type NamedKeyRow<Name> = KeyRow & {
  name: Name;
  access: AccountKeyAccess;
  last_refused_at: Date | null;
  last_refusal: string | null;
};
/** An account key also has its maker; null for one that is older than the column. */
type AccountKeyRow = NamedKeyRow<string | null> & { created_by: string | null };

/** The tables of keys, each with the column of the key's owner and what only its keys have. */
const tables = {
  site_key: { owner: 'site_no', more: '' },
  group_key: { owner: 'group_no', more: 'name, last_refused_at, last_refusal, ' },
  account_key: { owner: 'account_no', more: 'name, created_by, last_refused_at, last_refusal, ' },
} as const;

/**
 * The keys of one kind and owner, active and revoked, newest first. Revoked keys stay, so the list
 * may be long.
 */
export function listKeys<Row extends KeyRow, View>(
  { db }: Db,
  table: keyof typeof tables,
  owner: { rowId: number },
  view: (row: Row) => View,
): Promise<Part<View>> {
  return readPart(async ({ limit, after }) => {
    const values = new Parameters();
    const { owner: column, more } = tables[table];
    const conditions = [`${column} = ${values.add(owner.rowId)}`, ...olderThan(values, 'created_at', 'no', after)];
    const { rows } = await db.work.query<Row>(
      `SELECT no AS "rowId", prefix, ${more}created_at, last_used_at, revoked_at, access
       FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, no DESC LIMIT ${limit + 1}`,
      values.list,
    );
    return rows;
  }, view);
}

/** A site key in its wire form. */
export function keyView({ prefix, access, ...times }: SiteKeyRow) {
  return { prefix, ...keyTimes(times), ...shownAccess(access) };
}

/** A key with a name, in its wire form. */
export function namedKeyView<Name>(row: NamedKeyRow<Name>) {
  return { ...namedFields(row), ...shownAccess(row.access) };
}

/** An account key with its maker. */
export function madeKeyView(row: AccountKeyRow) {
  // Keys that are older than the column were made before there were members.
  return { ...namedFields(row), created_by: row.created_by ?? theProvider, ...shownAccess(row.access) };
}

/** Listings of a key that was never refused stay as interface.md §2 has them. */
function namedFields<Name>({ prefix, name, last_refused_at: at, last_refusal: sentence, ...row }: NamedKeyRow<Name>) {
  const refusal = at === null || sentence === null ? {} : { last_refused_at: at.toISOString(), last_refusal: sentence };
  return { prefix, name, ...keyTimes(row), ...refusal };
}

function keyTimes(row: Pick<KeyRow, 'created_at' | 'last_used_at' | 'revoked_at'>) {
  return {
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
