import { altered, BackupError, noBackup } from './backup-error.ts';

/*
 * A backup is text, so that it can be read without this program. It begins with a line of JSON that
 * describes it. For each table follow a line of JSON, the rows as COPY writes them, a line `\.`,
 * and a line of JSON with their number and checksum. The last line of JSON has the checksum of all
 * lines of JSON before it (docs/decisions/029-backup.md).
 */

/** The version of the format. It rises when older programs could not read the new one. */
export const formatVersion = 1;

/** The oldest migration that can be backed up: a restore changes tables that it made. */
export const oldestMigration = '20261121180000_worker';

/** The first line. */
export type Header = {
  goal_backup: number;
  /** The database's clock at the snapshot, ISO 8601. */
  taken_at: string;
  /** The versions of the program that wrote it and of the server that it came from. */
  goal: string;
  postgresql: string;
  /** All migrations of the database, oldest first. */
  migrations: string[];
  /** The last number that each sequence gave: text, because a JavaScript number is too narrow. */
  sequences: Record<string, string>;
};

/** The line before the rows of a table. */
export type TableNote = { table: string; columns: string[] };
/** The line after them; `sha256` of their bytes. */
export type RowsNote = { rows: number; sha256: string };
/** The last line; `sha256` of all lines of JSON before it, each with its line feed. */
export type EndNote = { complete: true; tables: number; rows: number; sha256: string };

/** @throws BackupError if the file is not a backup, or has a newer format. */
export function readHeader(line: string): Header {
  const note = parse(line);
  const version = note?.['goal_backup'];
  if (note === undefined || typeof version !== 'number') throw noBackup();
  if (version > formatVersion)
    throw new BackupError(`The file was made by a newer version (form ${version}): restore it with that version.`);
  const { taken_at, goal, postgresql, migrations, sequences } = note;
  if (![taken_at, goal, postgresql].every((one) => typeof one === 'string') || !areTexts(migrations))
    throw altered('its first line is not what was written');
  if (!isObject(sequences) || !Object.values(sequences).every((one) => /^[0-9]{1,19}$/.test(String(one))))
    throw altered('its first line is not what was written');
  // All fields are checked above.
  return note as Header;
}

export function readTableNote(line: string): TableNote | undefined {
  const note = parse(line);
  if (typeof note?.['table'] !== 'string' || !areTexts(note['columns'])) return undefined;
  return { table: note['table'], columns: note['columns'] };
}

export function readRowsNote(line: string): RowsNote | undefined {
  const note = parse(line);
  if (typeof note?.['rows'] !== 'number' || typeof note['sha256'] !== 'string') return undefined;
  return { rows: note['rows'], sha256: note['sha256'] };
}

export function readEndNote(line: string): EndNote | undefined {
  const note = parse(line);
  if (note?.['complete'] !== true || typeof note['tables'] !== 'number' || typeof note['rows'] !== 'number')
    return undefined;
  if (typeof note['sha256'] !== 'string') return undefined;
  return { complete: true, tables: note['tables'], rows: note['rows'], sha256: note['sha256'] };
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
