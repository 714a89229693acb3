import type { Queryable } from '../rows.ts';

/**
 * The tables that Citus distributes over several machines, by account: events and what grows with
 * them. All others stay ordinary tables of the coordinator. The first one is the table with which
 * the others are colocated.
 */
export const distributedTables = [
  'event',
  'kept',
  'kept_day',
  'accepted',
  'accepted_day',
  'tail',
  'tail_head',
  'dictionary',
  'dictionary_head',
  'log_head',
  'log_entries',
  'log_tile',
  'log_site',
  'log_salt',
  'log_salt_kept',
  'log_outbox',
  'log_purge',
  'log_check',
  'log_told',
  'log_witness',
  'log_cosigned',
  'redacted_event',
] as const;

/** The column by which they are distributed. */
export const distributionColumn = 'account';

/** A condition of Citus: the sentence, and the query for violations; `$1` lists tables. */
type Condition = { broken: string; by: string };

const conditions: readonly Condition[] = [
  {
    broken: 'is no ordinary, permanent table of rows without parents, children or type',
    by: `select t.name as item from unnest($1::text[]) t(name) left join pg_class c on c.oid = to_regclass(t.name)
      where c.oid is null or c.relkind <> 'r' or c.relpersistence <> 'p' or c.reloftype <> 0 or c.relispartition
        or c.relam <> (select oid from pg_am where amname = 'heap')
        or exists (select from pg_inherits i where c.oid in (i.inhrelid, i.inhparent))`,
  },
  {
    broken: `has no column "${distributionColumn}" that is an integer, never null, without a default, and not generated`,
    by: `select c.relname as item from pg_class c where c.oid = any($1::text[]::regclass[]) and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = '${distributionColumn}' and a.atttypid = 'int4'::regtype
        and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '')`,
  },
  {
    broken: 'has no primary key, without which its rows cannot move while they are written',
    by: `select c.relname as item from pg_class c where c.oid = any($1::text[]::regclass[])
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  },
  {
    broken: `is a unique or excluding key without the column "${distributionColumn}"`,
    by: `select i.indexrelid::regclass::text as item from pg_index i
      where i.indrelid = any($1::text[]::regclass[]) and (i.indisunique or i.indisexclusion) and not exists (
        select from pg_attribute a where a.attrelid = i.indrelid and a.attname = '${distributionColumn}'
          and a.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1]))`,
  },
  {
    broken: 'is a foreign key',
    by: `select conname as item from pg_constraint
      where contype = 'f' and (conrelid = any($1::text[]::regclass[]) or confrelid = any($1::text[]::regclass[]))`,
  },
  {
    broken: 'is a trigger',
    by: `select tgname as item from pg_trigger where tgrelid = any($1::text[]::regclass[]) and not tgisinternal`,
  },
  {
    broken: 'is a rule',
    by: `select rulename as item from pg_rewrite where ev_class = any($1::text[]::regclass[])`,
  },
  {
    broken: 'has row security',
    by: `select relname as item from pg_class where oid = any($1::text[]::regclass[]) and (relrowsecurity
      or exists (select from pg_policy where polrelid = pg_class.oid))`,
  },
  {
    broken: 'takes its value from a sequence, or is an identity',
    by: `select a.attrelid::regclass || '.' || a.attname as item from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = any($1::text[]::regclass[]) and (a.attidentity <> ''
        or pg_get_expr(d.adbin, d.adrelid) like '%nextval(%')`,
  },
  {
    broken: 'calls a function that other machines do not have',
    by: `select distinct coalesce(i.indexrelid, k.conrelid, f.adrelid)::regclass::text || ' ' || p.proname as item
      from pg_depend d join pg_proc p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
          and p.pronamespace = quote_ident(current_schema())::regnamespace
        left join pg_index i on d.classid = 'pg_class'::regclass and i.indexrelid = d.objid
        left join pg_constraint k on d.classid = 'pg_constraint'::regclass and k.oid = d.objid
        left join pg_attrdef f on d.classid = 'pg_attrdef'::regclass and f.oid = d.objid
      where coalesce(i.indrelid, k.conrelid, f.adrelid) = any($1::text[]::regclass[])`,
  },
];

/**
 * Returns a sentence for each part of a migrated database that Citus would refuse to distribute
 * (docs/scale.md). Reads the catalog only, so that it works on any PostgreSQL.
 */
export async function brokenConditions(db: Queryable): Promise<string[]> {
  const broken: string[] = [];
  for (const { broken: sentence, by } of conditions) {
    const { rows } = await db.query<{ item: string }>(`${by} order by 1`, [distributedTables]);
    broken.push(...rows.map(({ item }) => `${item} ${sentence}`));
    // The other queries need the tables to exist.
    if (broken.length > 0 && sentence === conditions[0]?.broken) return broken;
  }
  return broken;
}
