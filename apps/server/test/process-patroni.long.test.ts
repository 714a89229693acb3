import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { openPatientDatabase, until } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { freePort, openProcesses, type Processes } from './processes.ts';
import { FailoverLoad, faultsOf, noFaults } from './processes/failover-load.ts';

const operations = fileURLToPath(new URL('../../../docs/operations/', import.meta.url));
const programs = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/lib/postgresql/15/bin/postgres'];
const install = 'apt-get install -y --no-install-recommends patroni etcd-server haproxy postgresql-15';

let processes: Processes;
let base: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  if (!programs.every(existsSync) && process.getuid?.() === 0) execFileSync('sh', ['-c', install], { stdio: 'ignore' });
  const missing = programs.filter((program) => !existsSync(program));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} are missing: ${install}`);
  processes = openProcesses();
  base = mkdtempSync('/tmp/goal-patroni-');
});
afterAll(async () => {
  await processes.end();
  // Each leads a group of its own, with the PostgreSQL that it started.
  for (const child of children) end(child);
  rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The account of Debian's packages. PostgreSQL does not run as root. */
function account(): { uid: number; gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function run(program: string, args: string[]): ChildProcess {
  const child = spawn(program, args, {
    ...account(),
    cwd: base,
    detached: true,
    stdio: 'ignore',
    env: { PATH: '/usr/bin:/usr/sbin:/bin', LC_ALL: 'C.UTF-8' },
  });
  children.push(child);
  return child;
}

/** Kills a program with everything below it, at once. */
function end(child: ChildProcess): void {
  const below = (pid: number): number[] => {
    const list = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout;
    return list
      .split('\n')
      .filter(Boolean)
      .map(Number)
      .flatMap((one) => [one, ...below(one)]);
  };
  const postmaster = postmasters.get(child);
  const pids = [child.pid ?? 0, ...below(child.pid ?? 0)];
  if (postmaster !== undefined && existsSync(postmaster)) {
    const pid = Number(readFileSync(postmaster, 'utf8').split('\n')[0]);
    pids.push(pid, ...below(pid));
  }
  for (const pid of pids.filter((one) => one > 1)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}
const postmasters = new Map<ChildProcess, string>();

it('behind Patroni, etcd and HAProxy as the documents describe them, kill -9 of the primary costs 503 and nothing that was acknowledged', async () => {
  const { uid, gid } = account();
  chownSync(base, uid, gid);
  const [etcd, peer, proxy] = [await freePort(), await freePort(), await freePort()];
  const nodes = await Promise.all(
    ['db-1', 'db-2'].map(async (name) => ({ name, port: await freePort(), rest: await freePort() })),
  );
  const [clients, peers] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`];
  run(
    '/usr/bin/etcd',
    `--data-dir ${base}/etcd --listen-client-urls ${clients} --advertise-client-urls ${clients} --listen-peer-urls ${peers} --initial-advertise-peer-urls ${peers} --initial-cluster default=${peers}`.split(
      ' ',
    ),
  );
  const patronis = nodes.map(({ name, port, rest }) => {
    const folder = path.join(base, name);
    mkdirSync(folder);
    chownSync(folder, uid, gid);
    const text = readFileSync(path.join(operations, 'patroni.yml'), 'utf8')
      .replace('name: db-1', `name: ${name}`)
      .replaceAll('10.0.0.1:8008', `127.0.0.1:${rest}`)
      .replaceAll('10.0.0.1:5432', `127.0.0.1:${port}`)
      .replace('10.0.0.10:2379', `127.0.0.1:${etcd}`)
      .replaceAll('10.0.0.0/24', '127.0.0.1/32')
      .replace('/var/lib/postgresql/15/goal', path.join(folder, 'data'))
      .replace('/var/lib/postgresql/.pgpass-goal', path.join(folder, 'pgpass'))
      .replace('/var/run/postgresql', folder);
    writeFileSync(`${folder}.yml`, text);
    const child = run('/usr/bin/patroni', [`${folder}.yml`]);
    postmasters.set(child, path.join(folder, 'data', 'postmaster.pid'));
    return child;
  });
  const [one, two] = nodes;
  const configuration = readFileSync(path.join(operations, 'haproxy.cfg'), 'utf8')
    .replace('10.0.0.20:5432', `127.0.0.1:${proxy}`)
    .replace('10.0.0.1:5432 check port 8008', `127.0.0.1:${one?.port} check port ${one?.rest}`)
    .replace('10.0.0.2:5432 check port 8008', `127.0.0.1:${two?.port} check port ${two?.rest}`);
  writeFileSync(path.join(base, 'haproxy.cfg'), configuration);
  run('/usr/sbin/haproxy', ['-db', '-f', path.join(base, 'haproxy.cfg')]);
  const superuser = (statement: string) =>
    ask(`postgresql://postgres:CHANGE-ME@127.0.0.1:${proxy}/postgres`, statement);
  await until(async () => {
    const states = await superuser('SELECT sync_state FROM pg_stat_replication').catch(() => []);
    return states.some(({ sync_state: state }) => state === 'sync');
  });
  await superuser(`CREATE ROLE goal LOGIN PASSWORD 'correct-horse'`);
  await superuser('CREATE DATABASE goal OWNER goal');

  const url = `postgresql://goal:correct-horse@127.0.0.1:${proxy}/goal`;
  const server = await processes.start({ databaseUrl: url });
  const db = openPatientDatabase({ url, name: 'goal-test' });
  try {
    const make = await processes.admin(server, url);
    const owner = await make.makeAccount({ plan: 'agency', reseller: true });
    const load = new FailoverLoad(server, owner, [await make.makeSite(owner), await make.makeSite(owner)]);
    load.start();
    await load.moved();
    const leader = await Promise.all(
      nodes.map(async ({ rest }) => (await fetch(`http://127.0.0.1:${rest}/primary`)).ok),
    );
    const killed = patronis[leader.indexOf(true)];
    if (killed === undefined) throw new Error('no primary');
    end(killed);
    await load.recovered();
    await load.moved();
    await load.stop();
    expect([...load.statuses.keys()].filter((status) => ![200, 429, 503].includes(Number(status)))).toEqual([]);
    expect(await faultsOf(db, load.acknowledged)).toEqual(noFaults);
  } finally {
    await db.close();
    await server.end();
  }
});

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const db = openPatientDatabase({ url, name: 'goal-test', sizes: { work: 1 } });
  try {
    return (await db.work.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await db.close();
  }
}
