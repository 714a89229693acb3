import pg from 'pg';
import { expect, it } from 'vitest';

import { openDatabase } from './database.ts';
import { readRisks } from './durability.ts';
import { freshDatabase } from './testing/index.ts';

it('R§7.4 names what a session cannot set for itself, what was chosen for a standby, and what is outside of the write-ahead log', async () => {
  const database = await freshDatabase();
  const name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1));
  const look = async (...statements: string[]): Promise<string[]> => {
    const db = openDatabase({ url: database.url, sizes: { work: 1 } });
    try {
      for (const statement of statements) await db.work.query(statement);
    } finally {
      await db.close();
    }
    const next = openDatabase({ url: database.url, sizes: { work: 1 } });
    try {
      return await readRisks(next.work);
    } finally {
      await next.close();
    }
  };
  try {
    const server = await look();
    // The server of the tests gives these up.
    if (process.env['TEST_DATABASE_URL'] === undefined)
      expect(server).toEqual([
        expect.stringMatching(/^fsync is off: /),
        expect.stringMatching(/^full_page_writes is /),
      ]);
    for (const value of ['off', 'local', 'on', 'remote_apply'])
      expect(await look(`ALTER DATABASE ${name} SET synchronous_commit = ${value}`)).toEqual(server);
    expect(await look(`ALTER DATABASE ${name} SET synchronous_commit = remote_write`)).toEqual([
      ...server,
      expect.stringMatching(
        /^synchronous_commit is remote_write: a synchronous standby confirms what it may still lose/,
      ),
    ]);
    await look(`ALTER DATABASE ${name} RESET synchronous_commit`);
    expect(
      await look(
        'ALTER TABLE tail SET UNLOGGED',
        'ALTER SEQUENCE event_block SET UNLOGGED',
        'CREATE UNLOGGED TABLE of_somebody_else (id serial)',
      ),
    ).toEqual([
      ...server,
      'a crash of PostgreSQL empties what is outside of its write-ahead log (SEQUENCE event_block, TABLE tail). Run ALTER SEQUENCE event_block SET LOGGED; ALTER TABLE tail SET LOGGED;',
    ]);
  } finally {
    await database.drop();
  }
});
