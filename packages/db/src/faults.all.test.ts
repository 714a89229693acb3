import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDatabase, type Database } from './database.ts';
import { isConflict, isUnavailable, isUndone, uniqueViolation } from './faults.ts';
import { migrate } from './migrate/migrate.ts';
import { startEmbedded, type Embedded } from './embedded/start-embedded.ts';
import { transaction } from './transaction.ts';
import { inAllRun, until } from './testing/index.ts';

let dataDir: string;
let server: Embedded;
let db: Database;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'goal-faults-'));
  server = await startEmbedded({ dataDir, settings: { deadlock_timeout: '100ms' } });
  await migrate(server.url);
  db = openDatabase({ url: server.url });
});
afterAll(async () => {
  await db.close();
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Every way in which core talks to a database. */
const waysOf = (db: Database): Record<string, () => Promise<unknown>> => ({
  'a pool': () => db.work.query('SELECT 1'),
  'another pool': () => db.pages.query('SELECT 1'),
  'a client of a pool': async () => {
    const client = await db.ingest.connect();
    try {
      await client.query('SELECT 1');
    } finally {
      client.release(true);
    }
  },
  'a model': () => db.prisma.plan.findMany(),
  'raw SQL by Prisma': () => db.prisma.$queryRaw`SELECT 1`,
  'a transaction': () => transaction(db, (tx) => tx.plan.count()),
});

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It succeeded.');
}

const postmaster = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

async function expectSleepers(count: number): Promise<void> {
  const sleepers = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
  await until(async () => (await db.pages.query(sleepers)).rowCount === count);
}

async function expectRecovery(): Promise<void> {
  // Connections that died while idle may each fail once more, as unavailable.
  for (const way of Object.values(waysOf(db))) {
    for (;;) {
      const error = await way().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) break;
      expect(isUnavailable(error)).toBe(true);
      await sleep(20);
    }
  }
}

it('calls every error of a stopped server unavailable, and works again by itself when the server is back', async () => {
  await Promise.all(Object.values(waysOf(db)).map((way) => way()));
  await server.release();
  for (let round = 0; round < 2; round++) {
    for (const [name, way] of Object.entries(waysOf(db))) {
      const error = await errorOf(way());
      expect([name, isUnavailable(error), error]).toEqual([name, true, error]);
    }
  }
  const { url } = server;
  server = await startEmbedded({ dataDir, settings: { deadlock_timeout: '100ms' } });
  expect(server.url).toBe(url);
  await expectRecovery();
});

it('calls a break in the middle of a statement or a transaction unavailable', async () => {
  const begun = expectSleepers(3);
  const query = errorOf(db.work.query('SELECT pg_sleep(60)'));
  const others = [
    errorOf(db.prisma.$queryRaw`SELECT pg_sleep(60)::text`),
    errorOf(transaction(db, (tx) => tx.$executeRaw`SELECT pg_sleep(60)`)),
    errorOf(
      transaction(db, async (tx) => {
        await tx.plan.count();
        await begun;
        process.kill(postmaster(), 'SIGQUIT');
        await query;
        await tx.plan.count();
      }),
    ),
  ];
  for (const error of await Promise.all([query, ...others]))
    expect([isUnavailable(error), error]).toEqual([true, error]);
  await expectRecovery();
});

inAllRun(() => {
  it('calls a timeout of a statement, a lock or a pool unavailable', async () => {
    expect(
      isUnavailable(await errorOf(db.work.query('BEGIN; SET LOCAL statement_timeout = 20; SELECT pg_sleep(60)'))),
    ).toBe(true);
    const crowded = openDatabase({ url: server.url, sizes: { work: 1 } });
    const only = await crowded.work.connect();
    const waiting = [
      crowded.work.query('SELECT 1'),
      crowded.prisma.plan.count(),
      transaction(crowded, (tx) => tx.plan.count()),
    ];
    for (const error of await Promise.all(waiting.map(errorOf))) {
      expect([isUnavailable(error), error]).toEqual([true, error]);
    }
    only.release();
    await crowded.close();
  });
});

it('calls a server that refuses logins unavailable, as while its password is changed', async () => {
  const url = new URL(server.url);
  url.password = 'another';
  const shut = openDatabase({ url: url.href });
  for (const [name, way] of Object.entries(waysOf(shut))) {
    const error = await errorOf(way());
    expect([name, isUnavailable(error), error]).toEqual([name, true, error]);
  }
  await shut.close();
});

it.each([
  'failure on connection marked as essential: localhost:5433',
  'connection to the remote node goal@localhost:5433 failed',
  'connection establishment for node localhost:5433 failed',
  'could not establish any connections to the node localhost:5433 after 1500 ms',
  'could not commit transaction for shard 102039 on at least one active node',
])('calls it unavailable that Citus does not reach another machine: %s', async (words) => {
  // Citus gives these errors the code of any internal error.
  const failing = (text: string) => db.work.query(`DO $$ BEGIN RAISE '${text}' USING errcode = 'XX000'; END $$`);
  expect(isUnavailable(await errorOf(failing(words)))).toBe(true);
  expect(isUnavailable(await errorOf(failing(`no ${words}`)))).toBe(false);
});

it('calls no other error unavailable', async () => {
  const others = [
    db.work.query('SELECT nonsense'),
    db.prisma.$queryRaw`SELECT nonsense`,
    db.prisma.plan.findFirstOrThrow({ where: { slug: 'none' } }),
    db.prisma.plan.create({
      data: { slug: 'free', sites: 1, retentionDays: 1, keysPerSite: 1, api: true, fairUseEvents: 1n },
    }),
    Promise.reject(new Error('anything else')),
    transaction(db, () => Promise.reject(new TypeError('a bug'))),
  ];
  for (const error of await Promise.all(others.map(errorOf))) {
    expect([isUnavailable(error), error]).toEqual([false, error]);
  }
  for (const odd of [undefined, null, 'ECONNREFUSED', 7, {}]) expect(isUnavailable(odd)).toBe(false);
});

it('names the index that a duplicate violates, whether pg or Prisma reports it', async () => {
  const email = 'twice@example.org';
  const create = (client: Pick<Database['prisma'], 'account'>) =>
    client.account.create({ data: { email, planSlug: 'free' } });
  await create(db.prisma);
  const insert = `INSERT INTO account (email, plan) VALUES ('${email}', 'free')`;
  const writes = [
    create(db.prisma),
    transaction(db, create),
    db.prisma.$executeRawUnsafe(insert),
    db.work.query(insert),
  ];
  for (const error of await Promise.all(writes.map(errorOf))) {
    expect([uniqueViolation(error), error]).toEqual(['account_email_key', error]);
  }
  expect(
    uniqueViolation(await errorOf(db.work.query(`INSERT INTO account (email, plan) VALUES ('x', 'none')`))),
  ).toBeUndefined();
});

it('knows that nothing was stored only where the database says so', async () => {
  const raised = (state: string) =>
    errorOf(db.work.query(`DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${state}'; END $$`));
  for (const topology of ['plain', 'citus'] as const) {
    expect(isUndone(await errorOf(db.work.query('SELECT 1 / 0')), topology)).toBe(true);
    expect(isUndone(await errorOf(db.work.query('SELECT none')), topology)).toBe(true);
    expect(isUndone(await errorOf(db.work.query(`SELECT $1::text`, ['\0'])), topology)).toBe(true);
    // A damaged page and a damaged index.
    for (const state of ['XX001', 'XX002']) expect(isUndone(await raised(state), topology)).toBe(true);
    expect(isUndone(await raised('40003'), topology)).toBe(false);
    const tls = Object.assign(new Error('bad record mac'), { code: 'ERR_SSL_DECRYPTION_FAILED' });
    expect(isUndone(tls, topology)).toBe(false);
    expect(isUndone(new Error('the connection ended in words that nobody knows'), topology)).toBe(false);
  }
  expect(isUndone(await raised('XX000'), 'plain')).toBe(true);
  expect(isUndone(await raised('XX000'), 'citus')).toBe(false);
});

it('retries a transaction that lost a deadlock', async () => {
  let runs = 0;
  const [ready, arrive] = barrier(2);
  const raise = (first: string, second: string): Promise<void> =>
    transaction(db, async (tx) => {
      runs++;
      await tx.plan.update({ where: { slug: first }, data: { sites: { increment: 1 } } });
      arrive();
      await ready;
      await tx.plan.update({ where: { slug: second }, data: { sites: { increment: 1 } } });
    });
  const sum = async (): Promise<number> => (await db.prisma.plan.aggregate({ _sum: { sites: true } }))._sum.sites ?? 0;
  const before = await sum();
  await Promise.all([raise('free', 'pro'), raise('pro', 'free')]);
  expect(runs).toBe(3);
  expect(await sum()).toBe(before + 4);
});

/** A promise that is kept once so many have arrived. */
function barrier(count: number): [Promise<void>, () => void] {
  let open = (): void => {};
  const all = new Promise<void>((resolve) => (open = resolve));
  return [all, () => void (--count === 0 && open())];
}

it('gives up a transaction that loses four times', async () => {
  let runs = 0;
  const work = transaction(db, async (tx) => {
    runs++;
    await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`;
  });
  expect(isConflict(await errorOf(work))).toBe(true);
  expect(runs).toBe(4);
});
