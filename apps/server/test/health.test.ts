import { serverName } from '@goal/db';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { cachedFor } from '../src/cached-for.ts';
import { expectRefusal, openRaw } from './http-raw.ts';
import { startService, type TestService } from './harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/**
 * Sessions of the service that wait in their check of the migrations. One that the service gave up
 * after its 2 s may live on in a slow database.
 */
async function looking(): Promise<number> {
  const { rows } = await service.db.work.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock'
       AND query_start > clock_timestamp() - interval '1 second'`,
    [serverName],
  );
  return rows.length;
}

describe('public status endpoints', () => {
  it.each(['/readyz', '/metrics'])('%s queries the database once for all simultaneous requests', async (path) => {
    const holder = await service.db.work.connect();
    const over = new AbortController();
    const askAgain = async (): Promise<void> => {
      while (!over.signal.aborted) await service.call('GET', path, { root: true, allow5xx: true });
    };
    const asking = Array.from({ length: 30 }, askAgain);
    try {
      await holder.query('BEGIN; LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE');
      await expect.poll(looking).toBe(1);
      expect((await service.call('GET', '/healthz', { root: true })).status).toBe(200);
      for (let look = 0; look < 10; look += 1) expect(await looking()).toBeLessThanOrEqual(1);
    } finally {
      holder.release(true);
      over.abort();
    }
    await Promise.all(asking);
    await expect
      .poll(async () => (await service.call('GET', '/readyz', { root: true, allow5xx: true })).status)
      .toBe(200);
  });

  it('a stopping process reports it at once, despite a recent «ready»', async () => {
    const own = await startService();
    expect((await own.call('GET', '/readyz', { root: true })).status).toBe(200);
    const connection = openRaw(own.origin);
    onTestFinished(connection.close);
    // An incomplete head keeps its connection open.
    connection.write('GET /readyz HTTP/1.1\r\nHost: x\r\n');
    await expect.poll(() => connection.socket.bytesWritten).toBeGreaterThan(0);
    await own.call('GET', '/healthz', { root: true });
    const stopped = own.stop();
    connection.write('\r\n');
    expectRefusal(await connection.answer(), 503, 'service unavailable');
    await stopped;
  });
});

describe('a cached answer', () => {
  it('is fetched once while it is cached, and again afterwards', async () => {
    let asked = 0;
    const ask = async (): Promise<number> => (asked += 1);
    const kept = cachedFor(Infinity, ask);
    expect([await kept(), await kept()]).toEqual([1, 1]);
    const gone = cachedFor(0, ask);
    expect([await gone(), await gone()]).toEqual([2, 3]);
  });

  it('is shared by its waiters; a failure is not cached', async () => {
    const failures: ((error: Error) => void)[] = [];
    const ask = cachedFor(Infinity, () => new Promise<never>((_, reject) => failures.push(reject)));
    const waiting = [ask(), ask()];
    expect(failures).toHaveLength(1);
    failures[0]?.(new Error('away'));
    for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ reason: new Error('away') });
    void ask().catch(() => {});
    expect(failures).toHaveLength(2);
    failures[1]?.(new Error('away'));
  });
});
