import { readdirSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import { startMariaDb } from './mariadb.ts';
import { at, php } from './php.ts';

// The units are PHP, and each one is a test here, so they run before the titles are known.
const database = await startMariaDb();
afterAll(() => database.stop());
await database.create('units');
const printed = await php([at('test/php/run.php')], { WP_DB: 'units', WP_DB_SOCKET: database.socket });
// run.php prints this form.
const outcome = printed
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { title: string; problem: string | null });

describe('the WordPress sender', () => {
  it.each(outcome)('$title', ({ problem }) => {
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
