import { afterAll, beforeAll, expect, it } from 'vitest';

import { Client } from './client.ts';
import { openDatabase } from './database.ts';
import { isUnavailable } from './faults.ts';
import { hearChanges } from './hear-changes.ts';
import { prepareDatabase } from './prepare/prepare-database.ts';
import { openPair, until, type Pair } from './testing/index.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.close());

it('a standby is refused at the start, and by every new connection of a running process as unavailable', async () => {
  const { url } = pair.standby;
  await expect(prepareDatabase({ databaseUrl: url, dataDir: 'unused' })).rejects.toThrow(
    /^The PostgreSQL server at 127\.0\.0\.1:\d+ is a standby and takes no writes: set DATABASE_URL to its primary\.$/,
  );
  const db = openDatabase({ url });
  try {
    const client = new Client({ connectionString: url });
    const works = [() => db.pages.query('SELECT 1'), () => db.prisma.plan.count(), () => client.connect()];
    for (const work of works) await expect(work()).rejects.toSatisfy(isUnavailable);
  } finally {
    await db.close();
  }
});

it('a commit whose wait for the standby is cancelled is no success, because a failover may lose it', async () => {
  const db = openDatabase({ url: pair.url });
  try {
    await pair.primary.asSuperuser(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
    await pair.primary.asSuperuser('SELECT pg_reload_conf()');
    await until(async () => {
      const [row] = await pair.primary.asSuperuser('SHOW synchronous_standby_names');
      return row?.['synchronous_standby_names'] === 'nobody';
    });
    const noted = db.work.query(`UPDATE plan SET sites = sites WHERE slug = 'free'`).then(
      () => 'done',
      (error: unknown) => error,
    );
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    await until(async () => (await pair.primary.asSuperuser(cancel)).length > 0);
    const error = await noted;
    expect(error).toMatchObject({ code: '08007' });
    expect(isUnavailable(error)).toBe(true);
  } finally {
    await pair.primary.asSuperuser(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await pair.primary.asSuperuser('SELECT pg_reload_conf()');
    await db.close();
  }
});

it('while a told change waits for the standby, one proof of hearing at a time waits behind it, and gives up', async () => {
  const db = openDatabase({ url: pair.url });
  const hearing = hearChanges(db);
  const waitFor = async (standbys: string): Promise<void> => {
    await pair.primary.asSuperuser(`ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
    await pair.primary.asSuperuser('SELECT pg_reload_conf()');
    await until(async () => {
      const [row] = await pair.primary.asSuperuser('SHOW synchronous_standby_names');
      return row?.['synchronous_standby_names'] === standbys;
    });
  };
  const sessionsIn = (wait: string) =>
    pair.primary.asSuperuser(`SELECT pid, query_start::text AS at FROM pg_stat_activity WHERE wait_event = '${wait}'`);
  try {
    await waitFor('nobody');
    const told = db.work.query(`UPDATE plan SET sites = sites WHERE slug = 'free'`).catch(() => {});
    await until(async () => (await sessionsIn('SyncRep')).length > 0);
    const proofs = new Set<string>();
    await until(async () => {
      db.changes.heardUntil?.();
      // PostgreSQL calls the lock of messages an object.
      const waiting = await sessionsIn('object');
      expect(waiting.length).toBeLessThanOrEqual(1);
      for (const { pid, at } of waiting) proofs.add(`${String(pid)} ${String(at)}`);
      return proofs.size >= 4;
    });
    await waitFor('*');
    await told;
  } finally {
    await waitFor('*');
    await hearing.close();
    await db.close();
  }
});

it('a connection whose server refuses writes is not used again', async () => {
  const db = openDatabase({ url: pair.url, sizes: { work: 1 } });
  try {
    const session = await db.work.connect();
    await session.query('SET default_transaction_read_only = on');
    await expect(session.query('CREATE TABLE nothing ()')).rejects.toSatisfy(isUnavailable);
    session.release();
    await expect(db.work.query('CREATE TEMP TABLE nothing ()')).resolves.toBeDefined();
  } finally {
    await db.close();
  }
});

it('a process finds the promoted standby without a restart', async () => {
  const db = openDatabase({ url: pair.url });
  try {
    await db.work.query('SELECT 1');
    pair.killPrimary();
    await expect(db.work.query('SELECT 1')).rejects.toSatisfy(isUnavailable);
    await pair.promote();
    await until(() =>
      db.work.query(`UPDATE plan SET sites = sites WHERE slug = 'free'`).then(
        () => true,
        (error: unknown) => {
          if (!isUnavailable(error)) throw error;
          return false;
        },
      ),
    );
  } finally {
    await db.close();
  }
});
