import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { Refusal } from './refusal.ts';

/**
 * Writes a file atomically, readable by its owner alone: the bytes go into a draft beside it, which
 * takes the file's name once it is complete and on the disk. Replaces an existing file. Removes the
 * draft on failure, and throws a `Refusal` if the file system gives a known reason.
 */
export async function writeWhole(file: string, source: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    await pipeline(source, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }), { signal });
    await rename(draft, file);
    const folder = await open(path.dirname(file));
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    await rm(draft, { force: true });
    throw refusalOf(error, file);
  }
}

/** Turns an error of the file system into a sentence; returns any other error as it is. */
export function refusalOf(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = reasons[code];
  return why === undefined ? error : new Refusal(`${file}: ${why}.`, { cause: error });
}

const noPermission = 'this user has no permission to do that';
const noSpace = 'the disk or the quota is full';
const reasons: Partial<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: 'the file system is read-only',
  ENOSPC: noSpace,
  EDQUOT: noSpace,
};
