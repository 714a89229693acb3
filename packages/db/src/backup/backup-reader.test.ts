import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { BackupError } from './backup-error.ts';
import { BackupReader } from './backup-reader.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const tables = { one: 'a\t1\n\\\\.\t2\n', none: '', last: '\\N\nÄ\\n\\\\.\\n\n' };

/** A backup of small tables, in the written form. */
const file = ((): Buffer => {
  const head = {
    goal_backup: 1,
    taken_at: '2026-01-01T00:00:00.000Z',
    goal: '0.1.0',
    postgresql: '18.4',
    migrations: ['1_first'],
    sequences: { s: '7' },
  };
  const lines = [JSON.stringify(head)];
  let text = `${lines[0]}\n`;
  for (const [table, rows] of Object.entries(tables)) {
    const before = JSON.stringify({ table, columns: ['x'] });
    const after = JSON.stringify({ rows: rows.split('\n').length - 1, sha256: sha256(rows) });
    lines.push(before, after);
    text += `${before}\n${rows}\\.\n${after}\n`;
  }
  const seal = sha256(lines.map((line) => `${line}\n`).join(''));
  return Buffer.from(`${text}${JSON.stringify({ complete: true, tables: 3, rows: 4, sha256: seal })}\n`);
})();

/** Returns what a reader finds in a file that arrives in pieces of `pieceBytes`. */
async function read(bytes: Buffer, pieceBytes = bytes.length): Promise<Record<string, string>> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const reader = new BackupReader(pieces());
  await reader.header();
  const found: Record<string, string> = {};
  for (let next = await reader.table(); next !== undefined; next = await reader.table()) {
    const rows: Buffer[] = [];
    for await (const piece of next.rows) rows.push(piece);
    found[next.note.table] = Buffer.concat(rows).toString();
  }
  return found;
}

it('reads every row of every table, in pieces of any size', async () => {
  for (const size of [1, 2, 3, 4, 5, 7, 64, 199, file.length]) expect(await read(file, size)).toEqual(tables);
});

it('refuses a file that was cut off anywhere, and says so', async () => {
  for (let length = 1; length < file.length; length += 1) {
    const refused = await read(file.subarray(0, length)).catch((error: unknown) => error);
    expect(refused, `cut at ${length}`).toBeInstanceOf(BackupError);
    if (length > file.indexOf('\n')) expect(String(refused)).toMatch(/The file ends (in the table|between two tables)/);
  }
  await expect(read(Buffer.alloc(0))).rejects.toBeInstanceOf(BackupError);
});

it('refuses a file with any flipped bit, or with data after its end', async () => {
  for (let bit = 0; bit < file.length * 8; bit += 1) {
    const at = Math.floor(bit / 8);
    const other = Buffer.from(file);
    other.writeUInt8(other.readUInt8(at) ^ (1 << (bit % 8)), at);
    const refused = await read(other).catch((error: unknown) => error);
    expect(refused, `bit ${bit % 8} of byte ${at}`).toBeInstanceOf(BackupError);
  }
  await expect(read(Buffer.concat([file, Buffer.from('x')]))).rejects.toThrow('there is something behind its end');
});

it('refuses a file that is not a backup without reading all of it, and a backup in a newer form', async () => {
  await expect(read(Buffer.from('-- PostgreSQL database dump\n'))).rejects.toThrow('This is no backup of Goal');
  await expect(read(Buffer.alloc(4 << 20, 'x'), 1 << 16)).rejects.toThrow('This is no backup of Goal');
  const newer = Buffer.from(file.toString().replace('"goal_backup":1', '"goal_backup":2'));
  await expect(read(newer)).rejects.toThrow('made by a newer version (form 2)');
});
