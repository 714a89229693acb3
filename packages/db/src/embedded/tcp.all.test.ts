import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openDatabase, type Database } from '../database.ts';
import { openImpostor, type Impostor, type Trick } from '../testing/impostor.ts';
import { copyFilledFolder, rowsOf, until } from '../testing/index.ts';
import { startEmbedded, type Embedded } from './start-embedded.ts';

let dataDir: string;
const closing: (() => Promise<void> | void)[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'goal-tcp-'));
  copyFilledFolder(dataDir);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

const lines: string[] = [];

async function hold(): Promise<Embedded> {
  const database = await startEmbedded({ dataDir, tcp: true, log: (line) => lines.push(line) });
  closing.push(() => database.release());
  return database;
}

function open(url: string): Database {
  const db = openDatabase({ url });
  closing.push(() => db.close());
  return db;
}

const inFolder = (name: string): string => join(dataDir, 'postgres', name);
const portOf = (url: string): number => Number(new URL(url).port);

/** Kills PostgreSQL, and opens an impostor on its port before it can come back. */
async function usurp(url: string, trick: Trick): Promise<Impostor> {
  // No process starts a server while the folder's lock is taken.
  writeFileSync(join(dataDir, 'postgres.lock'), String(process.pid));
  process.kill(Number(readFileSync(inFolder('postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  for (;;) {
    try {
      const impostor = await openImpostor(trick, { port: portOf(url), host: '127.0.0.1' });
      closing.push(() => impostor.close());
      return impostor;
    } catch {
      await sleep(10);
    } finally {
      rmSync(join(dataDir, 'postgres.lock'), { force: true });
    }
  }
}

const answers = (db: Database): Promise<boolean> =>
  db.prisma.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );

it.each(rowsOf<Trick>(['asks for the password'], ['asks for its MD5']))(
  'an impostor that takes the port of a dead PostgreSQL and %s learns no password, and the service recovers by itself once the port is free',
  async (trick) => {
    const { url } = await hold();
    const db = open(url);
    expect(await answers(db)).toBe(true);
    lines.length = 0;
    const impostor = await usurp(url, trick);
    await until(() => lines.some((line) => line.includes('is taken by another program')));
    const ways = [
      db.work.query('SELECT 1'),
      db.prisma.plan.findMany(),
      answers(db).then((is) => expect(is).toBe(false)),
    ];
    await Promise.allSettled(ways);
    // A command that starts meanwhile waits too: a server on another port would lock the service
    // out for good.
    const second = hold();
    await until(() => lines.filter((line) => line.includes('is taken by another program')).length >= 2);
    expect(impostor.met()).toBeGreaterThan(0);
    expect(impostor.heard()).not.toContain(new URL(url).password);
    expect(impostor.heard()).not.toMatch(/md5[0-9a-f]{32}/);
    await impostor.close();
    await until(() => answers(db));
    expect((await second).url).toBe(url);
    expect(readFileSync(inFolder('goal.port'), 'utf8').split('\n')[0]).toBe(String(portOf(url)));
  },
);

it('takes the same port at every start, below those of outgoing connections, and another port for a copy of the folder', async () => {
  const first = await hold();
  expect(portOf(first.url)).toBeGreaterThanOrEqual(10_000);
  expect(portOf(first.url)).toBeLessThan(32_768);
  await first.release();
  const second = await hold();
  expect(second.url).toBe(first.url);
  const note = readFileSync(inFolder('goal.port'), 'utf8');
  await second.release();
  // A copy has the note of its original, whose server may be running.
  writeFileSync(inFolder('goal.port'), note.replace(dataDir, '/another'));
  expect((await hold()).url).not.toBe(first.url);
});

it('connects to no port before PostgreSQL reports that it listens there', async () => {
  await (await hold()).release();
  const impostor = await openImpostor('asks for the password');
  closing.push(() => impostor.close());
  // This process looks like a PostgreSQL that has just been started on the folder.
  const starting = spawn('sh', ['-c', 'read x', 'postgres', '-D', inFolder(''), '-c'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  closing.push(() => void starting.kill('SIGKILL'));
  writeFileSync(
    inFolder('postmaster.pid'),
    `${starting.pid}\n${inFolder('')}\n1700000000\n${impostor.port}\n\n127.0.0.1\n\nstarting\n`,
  );
  const held = hold();
  // The lock's owner looks forty times a second, and touches the lock every second.
  const lock = join(dataDir, 'postgres.lock');
  await until(() => existsSync(lock));
  const { mtimeMs } = statSync(lock);
  await until(() => statSync(lock).mtimeMs > mtimeMs);
  expect(impostor.met()).toBe(0);
  starting.kill('SIGKILL');
  expect(portOf((await held).url)).not.toBe(impostor.port);
  expect(impostor.met()).toBe(0);
});
