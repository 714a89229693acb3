import pg from 'pg';
import { expect, it } from 'vitest';

import { HungConnections } from './hung-connections.ts';
import { freshDatabase } from './testing/index.ts';

it('the next statement after one without an answer gets no connection that was closed with it', async () => {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 3 });
  pool.on('error', () => {});
  new HungConnections().watch(pool);
  try {
    await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.1)')));
    expect(pool.idleCount).toBe(3);
    const hung = { text: 'select pg_sleep(3600)', query_timeout: 100 };
    await expect(pool.query(hung)).rejects.toThrow('Query read timeout');
    // At the same moment: the sockets of the closed connections have told nobody yet.
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
