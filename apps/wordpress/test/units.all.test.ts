import { readdirSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import { startMariaDb } from './mariadb.ts';
import { at, php, runUnits } from './php.ts';
import { unpackSqlite } from './sqlite.ts';

// The units are PHP, and each one is a test here, so they run before the titles are known.
const database = await startMariaDb();
const sqlite = unpackSqlite();
afterAll(async () => {
  sqlite.stop();
  await database.stop();
});
await database.create('units');
const [onMariaDb, onSqlite] = await Promise.all([
  runUnits({ WP_DB: 'units', WP_DB_SOCKET: database.socket }),
  runUnits(sqlite.site('units')),
]);

describe('the WordPress sender', () => {
  it.each(onMariaDb)('on MariaDB: $title', ({ problem }) => {
    expect(problem).toBeNull();
  });

  it.each(onSqlite)('on SQLite: $title', ({ problem }) => {
    expect(problem).toBeNull();
  });

  it('consists of files that PHP can parse', async () => {
    const files = readdirSync(at('goal-sender'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.php'),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) expect(await php(['-l', at(`goal-sender/${file}`)])).toContain('No syntax errors');
  });
});
