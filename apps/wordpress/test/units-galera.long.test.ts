import { afterAll, describe, expect, it } from 'vitest';

import { startMariaDb } from './mariadb.ts';
import { runUnits } from './php.ts';

const database = await startMariaDb({ isCluster: true });
afterAll(() => database.stop());
await database.create('units');
const outcome = await runUnits({ WP_DB: 'units', WP_DB_SOCKET: database.socket });

describe('the WordPress sender', () => {
  it.each(outcome)('on a strict node of Galera: $title', ({ problem }) => {
    expect(problem).toBeNull();
  });
});
