import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * A password that the service makes at its first start and keeps in the file `name` with the data,
 * readable by its owner alone, so that a restart signs nobody out. If others can read the
 * file, as they may after it was copied, its mode is corrected. Throws if the file can be neither
 * read nor made, or holds no password.
 */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const file = path.join(dataDir, name);
  const kept = (await read(file)) ?? (await make(file));
  if (!/^[A-Za-z0-9_-]{43}$/.test(kept)) throw new Error(`${file} holds no password; delete it, and a new one is made`);
  return kept;
}

async function read(file: string): Promise<string | undefined> {
  try {
    const kept = await open(file);
    try {
      if (((await kept.stat()).mode & 0o077) !== 0) await kept.chmod(0o600);
      return (await kept.readFile('utf8')).trim();
    } finally {
      await kept.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes the file, complete at once, unless it exists: the first of two processes wins. */
async function make(file: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const draft = `${file}.${randomUUID()}`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await write(draft, `${secret}\n`);
    await link(draft, file);
    return secret;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return (await read(file)) ?? '';
  } finally {
    await rm(draft, { force: true });
  }
}

/** Resolves once the text is on disk, so that no crash can leave an empty file under the name. */
async function write(file: string, text: string): Promise<void> {
  const draft = await open(file, 'wx', 0o600);
  try {
    await draft.writeFile(text);
    await draft.sync();
  } finally {
    await draft.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
