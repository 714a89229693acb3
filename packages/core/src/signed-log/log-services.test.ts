import { openDatabase } from '@goal/db';
import { freshDatabase } from '@goal/db/testing';
import { afterAll, expect, test } from 'vitest';

import { openLogServices } from './log-services.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

test('a process whose thread seals opens no connections of that kind itself, so that it has 42 at most', async () => {
  const own = await freshDatabase();
  closing.push(own.drop);
  const db = openDatabase({ url: own.url, name: 'goal (test)' });
  closing.push(() => db.close());
  const thread = { program: new URL(import.meta.url), databaseUrl: own.url, application: 'goal (test)' };
  const log = await openLogServices(db, 'x', { thread });
  expect(await log.keys()).toHaveLength(1);
  const { rows } = await db.work.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND application_name <> ''`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['goal (test)']);
});
