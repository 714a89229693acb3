import type { DatabaseOptions } from '../database.ts';

/**
 * How the databases of this run work, by GOAL_TEST_PATH: `citus` as on Citus, by single statements
 * and without forced plans; `auto` with PostgreSQL's own choice of plans. `npm run test:long` sets
 * it for whole runs. Otherwise as on plain PostgreSQL.
 */
export function pathOfTests(): Pick<DatabaseOptions, 'topology' | 'settings'> {
  const path = process.env['GOAL_TEST_PATH'];
  if (path === 'auto') return { topology: 'plain', settings: { plan_cache_mode: 'auto' } };
  return { topology: path === 'citus' ? 'citus' : 'plain' };
}
