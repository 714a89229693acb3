import pg from 'pg';

import { migrationNames } from '../migrate/files.ts';
import { parameterOf } from '../primary.ts';
import { StartupError } from '../startup-error.ts';
import type { Server } from './checks.ts';
import type { Target } from './server.ts';

/**
 * The schema in which the service works: the one that has its tables; for a new database the one
 * that DATABASE_URL names, or in which the user's own tables are made. The session has the user's
 * own search_path afterwards.
 * @throws StartupError if there are several with its tables, or none where one could be made.
 */
export async function findSchema(db: Server, target: Target): Promise<string> {
  const named = parameterOf(target.url, 'schema');
  const [ours, others] = await schemasWithOurTables(db);
  if (ours === undefined) return named === undefined ? await currentSchema(db, target) : await known(db, named, target);
  if (named === undefined && others.length === 0) return ours;
  if (named !== undefined && [ours, ...others].includes(named)) return named;
  const { server, database } = target;
  throw new StartupError(
    named === undefined
      ? `The database "${database}" at ${server} has tables of the service in several schemas (${shown([ours, ...others])}): name the right one in DATABASE_URL, as ?schema=${encodeURIComponent(ours)}.`
      : `DATABASE_URL names the schema "${named}", and the tables of the service are in ${shown([ours, ...others])}: leave the parameter out, or give another one a database of its own.`,
  );
}

const shown = (schemas: string[]): string => schemas.map((schema) => `"${schema}"`).join(', ');

/** Every program whose migrations are Prisma's has a table of this name, so its rows decide. */
async function schemasWithOurTables(db: Server): Promise<[first: string | undefined, others: string[]]> {
  const { rows } = await db.query<{ schema: string }>(
    `SELECT nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relname = '_prisma_migrations' AND relkind IN ('r', 'p') AND nspname !~ '^pg_'
       AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') ORDER BY 1 LIMIT 100`,
  );
  const oldest = pg.escapeLiteral(migrationNames()[0] ?? '');
  const ours: string[] = [];
  for (const { schema } of rows) {
    const table = `${pg.escapeIdentifier(schema)}."_prisma_migrations"`;
    const found = await db.query(`SELECT FROM ${table} WHERE migration_name = ${oldest} LIMIT 1`);
    if (found.rows.length > 0) ours.push(schema);
  }
  const [first, ...others] = ours;
  return [first, others];
}

async function currentSchema(db: Server, { server, user }: Target): Promise<string> {
  await db.query('RESET search_path');
  const { rows } = await db.query<{ schema: string | null }>('SELECT current_schema() AS schema');
  const schema = rows[0]?.schema;
  if (schema != null) return schema;
  throw new StartupError(
    `The search_path of the user "${user}" at ${server} names no schema that the user may use: correct it, as with ALTER ROLE "${user}" SET search_path = public, or name a schema in DATABASE_URL, as ?schema=public.`,
  );
}

async function known(db: Server, schema: string, { server, user, database }: Target): Promise<string> {
  const { rows } = await db.query(`SELECT FROM pg_namespace WHERE nspname = ${pg.escapeLiteral(schema)}`);
  if (rows.length > 0) return schema;
  throw new StartupError(
    `The database "${database}" at ${server} has no schema "${schema}": make it with CREATE SCHEMA ${pg.escapeIdentifier(schema)} AUTHORIZATION ${pg.escapeIdentifier(user)}, or correct DATABASE_URL.`,
  );
}
