import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { endAll, sweep } from '../../server/test/processes/system.ts';
import { freePort } from '../../../packages/db/src/testing/free-port.ts';
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
 *
 * With `isCluster` it is a node of Galera that refuses what it cannot replicate.
 */
export async function startMariaDb({ isCluster = false } = {}): Promise<MariaDb> {
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
  const place = [`--socket=${socket}`, ...(isCluster ? await clusterOptions() : ['--skip-networking'])];
  const server = spawn('/usr/sbin/mariadbd', [...common, ...fast, ...place], {
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

/** The options of the only node of a cluster, on ports of this machine. */
async function clusterOptions(): Promise<string[]> {
  const [port, group, transfer] = [await freePort(), await freePort(), await freePort()];
  return [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--wsrep-on=ON',
    '--wsrep-provider=/usr/lib/galera/libgalera_smm.so',
    '--wsrep-cluster-address=gcomm://',
    `--wsrep-node-address=127.0.0.1:${group}`,
    `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${transfer}`,
    '--wsrep-mode=STRICT_REPLICATION,REQUIRED_PRIMARY_KEY',
  ];
}
