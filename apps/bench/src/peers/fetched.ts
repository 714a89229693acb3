import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

import { StartupError } from '@goal/db';

const run = promisify(execFile);
const limitMs = 600_000;

/**
 * Programs of the peers from npm, which only this run needs: one of them weighs hundreds of
 * megabytes. They are fetched into `folder`, so that no install of the service brings them.
 */
const versions = { mariadb: '3.5.4', chdb: '3.4.0' } as const;

/**
 * Loads a package from the folder, and fetches it first if it is missing. Throws `StartupError`.
 */
export async function fetched(folder: string, name: keyof typeof versions): Promise<unknown> {
  const own = path.join(folder, name);
  if (!existsSync(path.join(own, 'node_modules', name))) {
    mkdirSync(own, { recursive: true });
    const what = `${name}@${versions[name]}`;
    await run('npm', ['install', '--prefix', own, '--no-audit', '--no-fund', '--legacy-peer-deps', what], {
      timeout: limitMs,
    }).catch((error: unknown) => {
      throw new StartupError(`${what} could not be fetched from npm's registry: ${String(error)}`);
    });
  }
  return createRequire(path.join(own, 'package.json'))(name);
}
