import { pipeline } from 'node:stream/promises';

import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { serverName } from '../database.ts';
import { madeByMigrations, migrationNames, type MadeKind } from '../migrate/files.ts';
import { readHistory, refuseForeignHistory } from '../migrate/history.ts';
import type { Queryable } from '../rows.ts';
import { withMigrationLock, type Waiting } from '../migrate/lock.ts';
import { applyPending } from '../migrate/migrate.ts';
import { codeOf } from '../startup-error.ts';
import { altered, BackupError } from './backup-error.ts';
import { BackupReader } from './backup-reader.ts';
import { oldestMigration, type Header, type RowsNote, type TableNote } from './notes.ts';
import { columnsOf, readIndexes, readSequenceNames, readTables, type Table } from './schema.ts';
import { openSession, type OnProgress } from './write-backup.ts';

export type RestoreOptions = {
  /** Removes what a copy must not take over. Runs in the restoring transaction, at its end. */
  settle: (db: Queryable, from: { takenAt: string }) => Promise<void>;
  onProgress?: OnProgress;
  /** Another folder of migrations, for tests. */
  folder?: string;
} & Waiting;

/** The restored rows. `applied` lists the migrations that are newer than the backup. */
export type RestoreSummary = { taken_at: string; migration: string; tables: number; rows: number; applied: string[] };

/** Tables that have rows before anyone uses the service: defaults and servers' own records. */
const tablesFilledFromStart = ['plan', 'seal_key', 'tail_era', 'retention_state'];

/**
 * Fills an empty database from a backup. It makes the tables as they were at the backup's
 * migration, loads all rows in one transaction, compares bytes, numbers and checksums before the
 * commit, and then applies the later migrations. A damaged file therefore leaves no row. No server
 * can start on the database meanwhile.
 * @throws BackupError if the database is not empty or is in use, or if the file is cut off, altered
 * or newer than this program.
 */
export async function restoreBackup(
  url: string,
  source: AsyncIterable<Buffer>,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const reader = new BackupReader(source);
  const header = await reader.header();
  const { folder, tell, signal } = options;
  const names = migrationNames(folder);
  const migration = judgeMigrations(header, names);
  const restore = async (lock: pg.Client): Promise<RestoreSummary> => {
    await refuseInUse(lock);
    const history = await readHistory(lock, names);
    refuseForeignHistory(history);
    await refuseFilled(lock, folder);
    const done = names.filter((name) => !history.pending.includes(name));
    // Keep tables that already match the backup: they may be distributed over several machines.
    if (done.join() !== header.migrations.join()) {
      await empty(lock, folder);
      await applyPending(url, lock, { folder, upTo: migration, tell, signal });
    }
    const { tables, rows } = await load(url, reader, header, options);
    const { applied } = await applyPending(url, lock, { folder, tell, signal });
    return { taken_at: header.taken_at, migration, tables, rows, applied };
  };
  return await withMigrationLock(url, restore, { tell, signal });
}

/** The backup's newest migration. All of its migrations must be the first of ours. */
function judgeMigrations({ migrations, goal }: Header, known: readonly string[]): string {
  const newest = migrations.at(-1);
  if (!migrations.includes(oldestMigration) && known.includes(newest ?? ''))
    throw altered('it is of a database that is older than backups are');
  if (newest !== undefined && migrations.every((name, place) => name === known[place])) return newest;
  throw new BackupError(
    `The file was made by a newer version, ${shown(goal)} (migration ${shown(newest ?? '')}): restore it with that version. Nothing was restored.`,
  );
}

/** A text of the file, on one line and not long. The terminal's door makes it visible. */
const shown = (text: string): string => text.slice(0, 100).replaceAll(/\s/g, ' ');

async function refuseInUse(db: Queryable): Promise<void> {
  const { rows } = await db.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY($1)',
    [[serverName, 'goal (command line)']],
  );
  if (rows.length === 0) return;
  throw new BackupError('A server or a command works on this database: stop it, then restore.');
}

async function refuseFilled(db: Queryable, folder?: string): Promise<void> {
  for (const { name } of await readTables(db, folder)) {
    if (tablesFilledFromStart.includes(name)) continue;
    const { rows } = await db.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
    if (rows.length > 0)
      throw new BackupError(
        `The database is not empty (its table ${name} has rows): restore into another DATA_DIR or another DATABASE_URL. Nothing was changed.`,
      );
  }
}

/** Drops what migrations made. A database that is not ours is left for them to refuse. */
async function empty(db: Queryable, folder?: string): Promise<void> {
  const { rows } = await db.query<{ ours: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS ours`);
  if (rows[0]?.ours !== true) return;
  const drop = (kind: MadeKind): string =>
    `DROP ${kind} IF EXISTS ${madeByMigrations(kind, folder)
      .map((name) => pg.escapeIdentifier(name))
      .join(', ')}`;
  // Statements in one message are one transaction.
  const statements = [drop('TABLE'), drop('SEQUENCE'), drop('FUNCTION'), 'DELETE FROM _prisma_migrations'];
  await explainDependents(db.query(statements.join(';')));
}

/** Explains the refusal when a view or foreign key of another program depends on our tables. */
async function explainDependents(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!['2BP01', '0A000'].includes(codeOf(error) ?? '') || !(error instanceof pg.DatabaseError)) throw error;
    throw new BackupError(
      `Something that is not of this program hangs on a table of the database (${error.detail?.split('\n')[0] ?? error.message}): take it away, or restore into another DATA_DIR or another DATABASE_URL. Nothing was changed.`,
      { cause: error },
    );
  }
}

/** Loads the whole backup or nothing, in one transaction. */
async function load(
  url: string,
  reader: BackupReader,
  header: Header,
  { settle, onProgress = () => {} }: RestoreOptions,
): Promise<{ tables: number; rows: number }> {
  const client = await openSession(url, 'goal (restore)');
  try {
    await client.query(`BEGIN; SET LOCAL maintenance_work_mem = '256MB'`);
    const tables = await readTables(client);
    // Migrations inserted defaults. Also, COPY can freeze rows only in a table that this
    // transaction truncated.
    await explainDependents(client.query(`TRUNCATE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`));
    const waiting = new Map(tables.map((table) => [table.name, table]));
    let rows = 0;
    for (let next = await reader.table(); next !== undefined; next = await reader.table()) {
      const table = waiting.get(next.note.table);
      if (table === undefined || !isSame(table, next.note))
        throw altered(`it has no such table ${shown(next.note.table)}`);
      waiting.delete(table.name);
      rows += await loadTable(client, table, next, onProgress);
    }
    const [missing] = waiting.keys();
    if (missing !== undefined) throw altered(`the table ${missing} is missing`);
    const sequences = await readSequenceNames(client);
    for (const [name, last] of Object.entries(header.sequences)) {
      if (!sequences.includes(name)) throw altered(`it has no such sequence ${shown(name)}`);
      await client.query('SELECT setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), last]);
    }
    await settle(client, { takenAt: header.taken_at });
    await client.query('COMMIT');
    // The planner has no statistics yet. A failure is harmless: autovacuum analyzes later.
    await client.query('ANALYZE').catch(() => {});
    return { tables: tables.length, rows };
  } catch (error) {
    throw explain(error);
  } finally {
    // Closing the session rolls back an open transaction.
    await client.end();
  }
}

const isSame = (table: Table, { columns }: TableNote): boolean =>
  table.columns.length === columns.length && columns.every((column) => table.columns.includes(column));

/** Loads the rows before it makes the indexes, which is faster, unless a foreign key needs one. */
async function loadTable(
  client: pg.Client,
  { name }: Table,
  { note, rows }: { note: TableNote; rows: AsyncGenerator<Buffer, RowsNote> },
  onProgress: OnProgress,
): Promise<number> {
  const { drop, make } = await readIndexes(client, name);
  for (const statement of drop) await client.query(statement);
  const copy = client.query(copyFrom(`COPY ${columnsOf({ name, columns: note.columns })} FROM STDIN WITH (FREEZE)`));
  const said: { note?: RowsNote } = {};
  await pipeline(async function* () {
    let bytes = 0;
    for (let next = await rows.next(); ; next = await rows.next()) {
      if (next.done === true) {
        said.note = next.value;
        return;
      }
      bytes += next.value.length;
      onProgress(name, bytes);
      yield next.value;
    }
  }, copy);
  if (said.note?.rows !== copy.rowCount) throw altered(`the table ${name} has not as many rows as it says`);
  for (const statement of make) await client.query(statement);
  return copy.rowCount;
}

/** A value that a table refuses was not written by a backup. */
function explain(error: unknown): unknown {
  return /^2[23]/.test(codeOf(error) ?? '') ? altered('it holds values that no table takes', error) : error;
}
