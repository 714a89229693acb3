import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { endAll, sweep } from '../../server/test/processes/system.ts';
import { until } from '../../server/test/processes.ts';

const run = promisify(execFile);
const prefix = 'goal-mariadb-';

export type MariaDb = {
  socket: string;
  /** Creates a database of this name. */
  create: (name: string) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts the database of WordPress for one test file, in two seconds: in a folder of its own, on a
 * socket and no port. The next run ends the processes that a killed run left behind.
 */
export async function startMariaDb(): Promise<MariaDb> {
  sweep(prefix);
  const folder = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`));
  const socket = path.join(folder, 'socket');
  const common = ['--no-defaults', `--datadir=${folder}/data`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])];
  const atExit = (): void => endAll(folder);
  process.once('exit', atExit);
  await run('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    cwd: folder,
  });
  const fast = ['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M'];
  const server = spawn('/usr/sbin/mariadbd', [...common, ...fast, `--socket=${socket}`, '--skip-networking'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  const sql = (text: string): Promise<unknown> =>
    run('mariadb', ['--no-defaults', '--user=root', `--socket=${socket}`, `--execute=${text}`]);
  const answers = (): Promise<boolean> =>
    sql('SELECT 1').then(
      () => true,
      () => false,
    );
  await until(answers, () => `MariaDB does not answer (exit code ${server.exitCode ?? 'none'})`);
  return {
    socket,
    create: async (name) => void (await sql(`CREATE DATABASE ${name}`)),
    async stop() {
      server.kill('SIGKILL');
      await ended;
      process.off('exit', atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
