import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { accountFor } from '../embedded/account.ts';
import { nativeFolder } from '../embedded/binaries.ts';
import { createCluster, openFolder } from '../embedded/cluster.ts';
import { freePort } from './free-port.ts';

/** A server of an earlier version. */
export type FormerServer = {
  /** The address of the database `goal`, as its superuser. */
  url: string;
  password: string;
  pid: number;
  /** Ends the server by this signal and waits for its end. */
  end: (signal: 'SIGINT' | 'SIGKILL') => Promise<void>;
};

/**
 * Sets up a data folder like earlier versions, which worked as the superuser `goal` over a port of
 * 127.0.0.1.
 */
export async function createFormer(dataDir: string): Promise<void> {
  const folder = openFolder(dataDir);
  await createCluster(folder, accountFor(nativeFolder(), folder.data));
  const server = await startFormer(dataDir);
  const postgres = new URL(server.url);
  postgres.pathname = '/postgres';
  await run(postgres.href, 'CREATE DATABASE goal');
  await server.end('SIGINT');
}

/** Starts the server of such a data folder. It outlives this process. */
export async function startFormer(dataDir: string): Promise<FormerServer> {
  const folder = openFolder(dataDir);
  const account = accountFor(nativeFolder(), folder.data);
  const port = await freePort();
  writeFileSync(folder.port, String(port), { mode: 0o600 });
  account.own(folder.port);
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), fsync: 'off' };
  const { file, args, identity } = account.command('postgres', [
    '-D',
    folder.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const child = spawn(file, args, { ...identity, cwd: '/', detached: true, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const password = readFileSync(folder.superuserPassword, 'utf8');
  const at = `postgresql://goal:${password}@127.0.0.1:${port}`;
  while (!(await run(`${at}/postgres`, 'SELECT'))) await sleep(20);
  return {
    url: `${at}/goal`,
    password,
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** False while the server refuses connections. */
async function run(url: string, statement: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch {
    return false;
  }
  await client.query(statement);
  await client.end();
  return true;
}
