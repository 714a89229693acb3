import { emptyDatabase, openPatientDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openProcesses, until, type Processes } from './processes.ts';

let processes: Processes;
beforeAll(() => {
  processes = openProcesses();
});
afterAll(() => processes.end());

it('a start that waits for another one says for which session, and SIGTERM ends it at once without a fault', async () => {
  const own = await emptyDatabase();
  const other = openPatientDatabase({ url: own.url, name: 'somebody else', sizes: { work: 1 } });
  // The lock of migrations.
  await other.work.query(`SELECT pg_advisory_lock(${0x676f616d})`);
  const start = processes.begin({ databaseUrl: own.url, env: { LOG_LEVEL: 'warn' } });
  await until(() => start.printed().includes('somebody else'));
  expect(start.printed()).toMatch(/Waiting for the lock of migrations, which the session \d+ of/);
  expect(await start.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' });
  const { rows } = await other.work.query(`SELECT to_regclass('account') AS made`);
  expect(rows).toEqual([{ made: null }]);
  await other.close();
  await own.drop();
});
