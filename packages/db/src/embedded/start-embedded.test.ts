import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { openFolder } from './cluster.ts';
import { serves } from './postmaster.ts';
import { startEmbedded, type Embedded } from './start-embedded.ts';
import { inAllRun, inLongRun, until } from '../testing/index.ts';

let base: string;
let pristine: string;
const held: Embedded[] = [];
const children: ChildProcess[] = [];

// The folder is set up once; each test works on a copy. The path contains a space.
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'goal embedded '));
  chmodSync(base, 0o755);
  pristine = join(base, 'pristine');
  const database = await startEmbedded({ dataDir: pristine });
  await run(database.url, 'CREATE TABLE note (text TEXT)');
  await database.release();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const one of held.splice(0)) await one.release();
});
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));

function copy(name: string): string {
  const dataDir = join(base, name);
  cpSync(pristine, dataDir, { recursive: true });
  return dataDir;
}

async function hold(dataDir: string): Promise<Embedded> {
  const database = await startEmbedded({ dataDir });
  held.push(database);
  return database;
}

/** Another process that holds the database until its standard input ends. */
async function holder(
  dataDir: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ url: string; kill(): Promise<void>; leave(): Promise<void> }> {
  const module = new URL('../../dist/embedded/start-embedded.js', import.meta.url).href;
  const program = `import { startEmbedded } from ${JSON.stringify(module)};
    const { url, release } = await startEmbedded({ dataDir: process.argv[1] });
    console.log(url);
    process.stdin.once('end', () => void release()).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const first = once(createInterface({ input: child.stdout }), 'line');
  const line: unknown[] = await Promise.race([first, ended.then(() => Promise.reject(new Error(complaints)))]);
  return {
    url: String(line[0]),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async leave() {
      child.stdin.end();
      await ended;
    },
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connected(url);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = (dataDir: string): string => join(dataDir, 'postgres', 'postmaster.pid');
const pidOf = (dataDir: string): number => Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0]);

/** Kills the server as a power cut does, without any cleanup. */
async function killServer(dataDir: string): Promise<void> {
  const starter = await holder(dataDir);
  const pid = pidOf(dataDir);
  await starter.kill();
  process.kill(pid, 'SIGKILL');
  await until(() => !serves(pid, openFolder(dataDir)));
}

inAllRun(() => {
  it('starts one server when several processes start at once on an empty folder, and the last to leave stops it', async () => {
    const dataDir = join(base, 'at once');
    const holders = await Promise.all([1, 2, 3].map(() => holder(dataDir)));
    const own = await hold(dataDir);
    expect(new Set([own.url, ...holders.map(({ url }) => url)]).size).toBe(1);
    const pid = pidOf(dataDir);
    await Promise.all(holders.map((one) => one.leave()));
    expect(await run(own.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(pidOf(dataDir)).toBe(pid);
    await own.release();
    expect(existsSync(pidFile(dataDir))).toBe(false);
  });
});

it('keeps the password in a file, and listens on a socket, that only the owner can use, with checksums and fsync on', async () => {
  const dataDir = copy('settings');
  const { url } = await hold(dataDir);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'postgres', 'service.password')).mode & 0o777).toBe(0o600);
  expect(existsSync(join(dataDir, 'postgres', 'goal.password'))).toBe(false);
  expect(statSync(join(dataDir, 'postgres', '.s.PGSQL.5432')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600);
  expect(
    await run(
      url,
      `SELECT name, setting FROM pg_settings WHERE name IN ('listen_addresses', 'fsync', 'data_checksums', 'server_encoding') ORDER BY name`,
    ),
  ).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'server_encoding', setting: 'UTF8' },
  ]);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(run(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

it('survives kill -9 of the process that started it: the next process finds the same server and all data', async () => {
  const dataDir = copy('killed');
  const starter = await holder(dataDir);
  const pid = pidOf(dataDir);
  await run(starter.url, `INSERT INTO note VALUES ('kept')`);
  await starter.kill();
  const next = await hold(dataDir);
  expect(pidOf(dataDir)).toBe(pid);
  expect(await run(next.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  // A busy server notices late that the killed process is gone, and until then it is not left.
  const holders = `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'`;
  await until(async () => (await run(next.url, holders))[0]?.['held'] === 1);
  await next.release();
  expect(existsSync(pidFile(dataDir))).toBe(false);
});

inAllRun(() => {
  it('restarts a server that died while it was held, at the same address and with all committed data', async () => {
    const dataDir = copy('crashed');
    const { url } = await hold(dataDir);
    await run(url, `INSERT INTO note VALUES ('kept')`);
    const pid = pidOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await until(() =>
      run(url, 'SELECT text FROM note').then(
        (rows) => rows.length === 1,
        () => false,
      ),
    );
    expect(pidOf(dataDir)).not.toBe(pid);
    // The renewed hold counts: another process that joins and leaves does not stop the server.
    await (await startEmbedded({ dataDir })).release();
    expect(await run(url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  });
});

inLongRun(() => {
  it('starts even if its lock files name a live process of another program and its socket remains, as after a reboot', async () => {
    const dataDir = copy('rebooted');
    await killServer(dataDir);
    const stranger = spawn('sleep', ['60']);
    children.push(stranger);
    for (const file of [pidFile(dataDir), join(dataDir, 'postgres', '.s.PGSQL.5432.lock')]) {
      const [, ...rest] = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, [stranger.pid, ...rest].join('\n'));
    }
    const { url } = await hold(dataDir);
    expect(await run(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

inLongRun(() => {
  it('starts a separate server for a folder that was copied while its server ran', async () => {
    const dataDir = copy('running');
    const original = await hold(dataDir);
    const twinDir = join(base, 'twin');
    execFileSync('cp', ['-a', dataDir, twinDir]);
    const twin = await hold(twinDir);
    expect(twin.url).not.toBe(original.url);
    expect(pidOf(twinDir)).not.toBe(pidOf(dataDir));
  });
});

inLongRun(() => {
  it('releases a server that others stopped, and may be released twice', async () => {
    const dataDir = copy('stopped');
    const database = await startEmbedded({ dataDir });
    const client = await connected(database.url);
    const gone = new Promise((resolve) => client.once('end', resolve));
    process.kill(pidOf(dataDir), 'SIGINT');
    await gone;
    await database.release();
    await database.release();
    await expect.poll(() => existsSync(pidFile(dataDir))).toBe(false);
  });
});

inAllRun(() => {
  it('takes over from a process that was killed half way through its start', async () => {
    const dataDir = join(base, 'half');
    mkdirSync(join(dataDir, 'postgres.tmp'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.tmp', 'PG_VERSION'), '18');
    const dead = spawn('true');
    await once(dead, 'close');
    writeFileSync(join(dataDir, 'postgres.lock'), String(dead.pid));
    const { url } = await hold(dataDir);
    expect(await run(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('runs without user namespaces, as the owner of the folder requires', async () => {
    // Root then uses the service account; other users need no namespace.
    const one = await holder(join(base, 'no namespace'), { ...process.env, PATH: '/nonexistent' });
    expect(await run(one.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await one.leave();
    const again = await hold(join(base, 'no namespace'));
    expect(await run(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

inLongRun(() => {
  it('joins a running server without trying how to run one', async () => {
    const dataDir = copy('joined');
    await hold(dataDir);
    const joined = await holder(dataDir, { ...process.env, PATH: '/nonexistent' });
    expect(await run(joined.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await joined.leave();
  });
});

it('refuses a folder of another PostgreSQL version, of another user, or of another program, and says what to do', async () => {
  const older = copy('older');
  writeFileSync(join(older, 'postgres', 'PG_VERSION'), '17\n');
  await expect(startEmbedded({ dataDir: older })).rejects.toThrow(
    /made by PostgreSQL 17, and this program brings PostgreSQL 18: use the program/,
  );

  const foreign = join(base, 'foreign');
  mkdirSync(foreign);
  if (process.getuid?.() === 0) {
    mkdirSync(join(foreign, 'postgres'));
    chownSync(join(foreign, 'postgres'), 54321, 54321);
  } else symlinkSync('/usr', join(foreign, 'postgres'));
  await expect(startEmbedded({ dataDir: foreign })).rejects.toThrow(/belongs to another user: run as that user/);

  const strange = join(base, 'strange');
  mkdirSync(join(strange, 'postgres'), { recursive: true });
  await expect(startEmbedded({ dataDir: strange })).rejects.toThrow(/is not one that this program made/);
});

it('refuses a folder that it cannot write to, and says what to do', async () => {
  writeFileSync(join(base, 'a file'), '');
  await expect(startEmbedded({ dataDir: join(base, 'a file', 'data') })).rejects.toThrow(
    /^The data folder .* cannot be written \(ENOTDIR\): give this user the right to write there, or set DATA_DIR to another folder\.$/,
  );
  await expect(startEmbedded({ dataDir: '/proc/goal/data' })).rejects.toThrow(/cannot be written \(E[A-Z]+\)/);
});
