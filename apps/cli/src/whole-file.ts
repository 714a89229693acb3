import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { Refusal } from './refusal.ts';

/**
 * Writes a file that appears under its name when it is whole and on the disk, for its owner alone; until then it lies beside it, and on a failure it
 * goes. A file that has the name is replaced.
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

/** What the file system says, in a sentence; anything else as it is. */
export function refusalOf(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const why =
    code === 'ENOENT'
      ? 'there is no such file or folder'
      : code === 'EISDIR'
        ? 'it is a folder'
        : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
          ? 'this user may not do that there'
          : code === 'ENOSPC' || code === 'EDQUOT'
            ? 'there is no room left'
            : undefined;
  return why === undefined ? error : new Refusal(`${file}: ${why}.`, { cause: error });
}
