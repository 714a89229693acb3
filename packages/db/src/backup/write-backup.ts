import { createHash } from 'node:crypto';

import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { Client } from '../client.ts';
import { migrationNames } from '../migrate/files.ts';
import { readHistory, refuseForeignHistory } from '../migrate/history.ts';
import { BackupError } from './backup-error.ts';
import { formatVersion, oldestMigration, type EndNote, type Header, type RowsNote, type TableNote } from './notes.ts';
import { columnsOf, readSequences, readTables, type Table } from './schema.ts';

/** Called now and then with the number of bytes of a table that are done. */
export type OnProgress = (table: string, bytes: number) => void;

/** The contents of a backup. */
export type BackupSummary = { taken_at: string; migration: string; tables: number; rows: number; bytes: number };

/** `program` is the version that writes the backup. */
export type BackupOptions = { program: string; onProgress?: OnProgress };

/** The size of one write. */
const pieceBytes = 256 * 1024;

/**
 * Yields the bytes of a backup: one snapshot of the whole database, taken while the service works.
 * It takes no lock that a statement of the service waits for, and its memory does not grow with the
 * database. The database may be at an older migration than this program.
 * @throws BackupError if there is nothing to back up; StartupError if the database is of a newer
 * program.
 */
export async function* writeBackup(
  url: string,
  { program, onProgress = () => {} }: BackupOptions,
): AsyncGenerator<Buffer, BackupSummary> {
  const client = await openSession(url, 'goal (backup)');
  try {
    const { header, tables } = await begin(client, program);
    const lines = createHash('sha256');
    const told = { rows: 0, bytes: 0 };
    const line = (note: Header | TableNote | RowsNote | EndNote): Buffer => {
      const bytes = Buffer.from(`${JSON.stringify(note)}\n`);
      lines.update(bytes);
      told.bytes += bytes.length;
      return bytes;
    };
    yield line(header);
    for (const table of tables) {
      yield line({ table: table.name, columns: table.columns });
      const hash = createHash('sha256');
      const copy = client.query(copyTo(`COPY ${columnsOf(table)} TO STDOUT`, { highWaterMark: pieceBytes }));
      let bytes = 0;
      for await (const piece of pieces(copy)) {
        hash.update(piece);
        bytes += piece.length;
        onProgress(table.name, bytes);
        yield piece;
      }
      // `rowCount` arrives after the last row; this statement waits for it.
      await client.query('SELECT');
      told.rows += copy.rowCount;
      told.bytes += bytes + rowsEnd.length;
      yield rowsEnd;
      yield line({ rows: copy.rowCount, sha256: hash.digest('hex') });
    }
    const sha256 = lines.digest('hex');
    const end: EndNote = { complete: true, tables: tables.length, rows: told.rows, sha256 };
    const last = Buffer.from(`${JSON.stringify(end)}\n`);
    yield last;
    return {
      taken_at: header.taken_at,
      migration: header.migrations.at(-1) ?? '',
      tables: tables.length,
      rows: told.rows,
      bytes: told.bytes + last.length,
    };
  } finally {
    await client.end();
  }
}

/** No row looks like this, because COPY doubles a backslash in a value. */
const rowsEnd = Buffer.from('\\.\n');

/** Joins small chunks, so that the file is not written row by row. */
async function* pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < pieceBytes) continue;
    yield waiting.length === 1 ? chunk : Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Takes the snapshot, under locks that keep a migration from changing the tables meanwhile. */
async function begin(client: pg.Client, program: string): Promise<{ header: Header; tables: Table[] }> {
  const before = await readTables(client);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  if (before.length > 0) {
    await client.query(`SET LOCAL lock_timeout = '60s'`);
    await client.query(
      `LOCK TABLE ${before.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} IN ACCESS SHARE MODE`,
    );
  }
  const history = await readHistory(client, migrationNames());
  refuseForeignHistory(history);
  const migrations = migrationNames().filter((name) => !history.pending.includes(name));
  if (migrations.length === 0) throw new BackupError('The database is empty: there is nothing to back up.');
  if (!migrations.includes(oldestMigration))
    throw new BackupError('The database is older than backups are: start this version on it once, then back it up.');
  const { rows } = await client.query<{ at: Date; postgresql: string }>(
    `SELECT now() AS at, current_setting('server_version') AS postgresql`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a SELECT without a row');
  const tables = await readTables(client);
  const sequences = await readSequences(client);
  const header: Header = {
    goal_backup: formatVersion,
    taken_at: found.at.toISOString(),
    goal: program,
    postgresql: found.postgresql,
    migrations,
    sequences,
  };
  return { header, tables };
}

/** Opens a session whose statements may take hours. Keep-alive ends it when its peer has gone. */
export async function openSession(url: string, name: string): Promise<pg.Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  await client.connect();
  return client;
}
