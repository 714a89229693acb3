import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { expect, it } from 'vitest';

import { emptyDatabase } from '../testing/index.ts';
import { prismaFolder } from './files.ts';
import { migrate } from './migrate.ts';

const name = '20261121140000_day_counters';

it('fills the daily counters from those of the sites, which do not change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goal-migrate-'));
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    cpSync(join(prismaFolder, 'migrations'), folder, { recursive: true });
    for (const later of readdirSync(folder).filter((one) => /^\d/.test(one) && one >= name))
      rmSync(join(folder, later), { recursive: true });
    await migrate(database.url, { folder });
    // The last rows are those that purging left.
    await client.query(`INSERT INTO kept VALUES (1, 1, '2026-01-01', 1, 5), (1, 2, '2026-01-01', 1, 7), (1, 2, '2026-01-01', 3, 1),
      (1, 2, '2026-01-02', 1, 2), (2, 3, '2026-01-01', 1, 4), (2, 4, '2026-01-03', 1, 0)`);
    await client.query(
      `INSERT INTO accepted VALUES (1, 1, '2026-02-01', 5, 500), (1, 2, '2026-02-01', 10, 900), (2, 3, '2026-02-02', 4, 40)`,
    );
    const rows = async (table: string) =>
      (
        await client.query({
          text: `SELECT * FROM ${table} ORDER BY 1, 2, 3`,
          rowMode: 'array',
          types: { getTypeParser: () => String },
        })
      ).rows;
    const before = [await rows('kept'), await rows('accepted')];
    expect((await migrate(database.url)).applied).toContain(name);
    expect(await rows('kept_day')).toEqual([
      ['1', '2026-01-01', '1', '12'],
      ['1', '2026-01-01', '3', '1'],
      ['1', '2026-01-02', '1', '2'],
      ['2', '2026-01-01', '1', '4'],
    ]);
    expect(await rows('accepted_day')).toEqual([
      ['1', '2026-02-01', '15', '1400'],
      ['2', '2026-02-02', '4', '40'],
    ]);
    expect([await rows('kept'), await rows('accepted')]).toEqual(before);
  } finally {
    await client.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
