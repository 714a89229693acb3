import { madeByMigrations } from './migrate/files.ts';
import type { Queryable } from './rows.ts';

type Facts = { settings: Record<string, string>; unlogged: string[] };

/** Settings that no session can change, or that somebody chose, with the less safe value. */
const risks: Readonly<Record<string, readonly [value: string, sentence: string]>> = {
  fsync: ['off', 'fsync is off: a power failure may lose what was acknowledged, or all of the database. Set it to on.'],
  full_page_writes: [
    'off',
    'full_page_writes is off: a power failure may damage pages, unless the file system writes each whole, as ZFS does. Set it to on.',
  ],
  synchronous_commit: [
    'remote_write',
    'synchronous_commit is remote_write: a synchronous standby confirms what it may still lose if its machine fails as well. Set it to on or remote_apply.',
  ],
  data_sync_retry: [
    'on',
    'data_sync_retry is on: after a failed write to the disk PostgreSQL may take for stored what is lost. Set it to off.',
  ],
  zero_damaged_pages: [
    'on',
    'zero_damaged_pages is on: PostgreSQL empties damaged pages without an error. Set it to off.',
  ],
};

/** Read once: they are in some forty files. */
let made: string[] | undefined;

/**
 * Sentences on what may lose what was acknowledged although each session does what it can
 * (session-base.ts); empty if nothing does.
 */
export async function readRisks(db: Queryable): Promise<string[]> {
  made ??= [...madeByMigrations('TABLE'), ...madeByMigrations('SEQUENCE')];
  const { rows } = await db.query<Facts>(
    `SELECT (SELECT json_object_agg(name, current_setting(name, true)) FROM unnest($1::text[]) AS s (name)) AS settings,
       ARRAY(SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || quote_ident(relname) FROM pg_class c
         WHERE relpersistence = 'u' AND relkind IN ('r', 'S') AND pg_table_is_visible(c.oid)
           AND (relname = ANY($2) OR EXISTS (SELECT FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
             WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') AND t.relname = ANY($2)))
         ORDER BY 1) AS unlogged`,
    [Object.keys(risks), made],
  );
  const [facts] = rows;
  if (facts === undefined) return [];
  const { settings, unlogged } = facts;
  return [
    ...Object.entries(risks).flatMap(([name, [value, sentence]]) => (settings[name] === value ? [sentence] : [])),
    ...(unlogged.length === 0
      ? []
      : [
          `a crash of PostgreSQL empties what is outside of its write-ahead log (${unlogged.join(', ')}). Run ${unlogged.map((one) => `ALTER ${one} SET LOGGED;`).join(' ')}`,
        ]),
  ];
}
