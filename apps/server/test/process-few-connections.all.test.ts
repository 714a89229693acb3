import { freshDatabase, openPatientDatabase, startRedis } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeEvent } from './harness/factory.ts';
import { openProcesses, type Processes } from './processes.ts';

let processes: Processes;
beforeAll(() => {
  processes = openProcesses();
});
afterAll(() => processes.end());

it('R§2.2 on a database that lets the service have 20 connections a start says so, and no request of a burst is refused for lack of one', async () => {
  const database = await freshDatabase();
  const db = openPatientDatabase({ url: database.url, sizes: { work: 1 } });
  await db.work.query(`ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" CONNECTION LIMIT 20`);
  await db.close();
  const server = await processes.start({ databaseUrl: database.url });
  expect(server.printed()).toMatch(/allows 20 connections: its pools have 13 in place of 40, so bursts wait longer/);
  const make = await processes.admin(server, database.url);
  const accounts = await Promise.all([1, 2, 3, 4].map(() => make.makeAccount()));
  const sites = await Promise.all(accounts.map((account) => make.makeSite(account)));
  const times = Array.from({ length: 7 });
  const asked = [
    ...accounts.flatMap(({ token }) =>
      times.flatMap(() =>
        ['/account/me', '/account/events'].map((path) => server.call('GET', path, { token, allow5xx: true })),
      ),
    ),
    ...sites.flatMap(({ token, domain }) =>
      times.map(() => server.call('POST', '/events', { token, domain, body: makeEvent(), allow5xx: true })),
    ),
    ...times.map(() => make.admin('GET', '/accounts', { allow5xx: true })),
  ];
  for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status);
  // A machine that is busy may be too slow for a burst, and refuses what waits for too long.
  const full = /too many connections|connection slots|"level":50/;
  expect(
    server
      .printed()
      .split('\n')
      .filter((line) => full.test(line)),
  ).toEqual([]);
  await server.end();
  await database.drop();
});

it('several processes share them, and each is told what its pools have', async () => {
  const database = await freshDatabase();
  const db = openPatientDatabase({ url: database.url, sizes: { work: 1 } });
  await db.work.query(`ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" CONNECTION LIMIT 40`);
  await db.close();
  const redis = await startRedis();
  processes.secret(redis.password);
  const server = await processes.start({
    databaseUrl: database.url,
    env: { INSTANCES: '2', REDIS_URL: redis.url },
  });
  expect(server.printed()).toMatch(/allows 40 connections: the pools of each of 2 processes have 15 in place of 40/);
  const { text } = await server.call('GET', '/metrics', { root: true });
  const sizes = [...text.matchAll(/^goal_pool_connections_max\{pool="\w+"\} (\d+)$/gm)].map(([, size]) => Number(size));
  // The page is the sum of both processes; the sealing pools are not in it.
  expect(sizes.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(2 * 13);
  await server.end();
  await redis.stop();
  await database.drop();
});
