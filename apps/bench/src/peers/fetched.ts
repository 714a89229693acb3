import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

import { StartupError } from '@goal/db';

const run = promisify(execFile);
const limitMs = 600_000;

/** The client of MariaDB, which only this run needs: no install of the service brings it. */
const client = { name: 'mariadb', version: '3.5.4' };

/** Loads the client from the folder, or fetches it first. Throws `StartupError`. */
export async function fetchedClient(folder: string): Promise<unknown> {
  if (!existsSync(path.join(folder, 'node_modules', client.name))) {
    mkdirSync(folder, { recursive: true });
    const what = `${client.name}@${client.version}`;
    await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', what], { timeout: limitMs }).catch(
      (error: unknown) => {
        throw new StartupError(`${what} could not be fetched from npm's registry: ${String(error)}`);
      },
    );
  }
  return createRequire(path.join(folder, 'package.json'))(client.name);
}
