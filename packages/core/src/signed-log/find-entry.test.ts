import { expect, test } from 'vitest';

import { ownWorld } from '../../test/event-world.ts';
import { planOf } from '../../test/plan-of.ts';
import { rowOf } from './find-entry.ts';

test('the search for an id in a log reads one row for each half, even if the planner knows the log as it was when it was small', async () => {
  const { db } = await ownWorld();
  await db.work.query(`
    alter table log_entries set (autovacuum_enabled = false);
    insert into log_entries (account, log, first, high, heads, commitments)
      select 1, 1, n * 32, n, '', '' from generate_series(0, 2) n;
    analyze log_entries`);
  const one = rowOf('$3::bigint');
  const many = `select f.low from unnest($3::bigint[]) q(id) cross join lateral (${rowOf('q.id')}) f`;
  for (const text of [one, many]) {
    const reads = (await planOf(db, text)).filter((step) => step['Relation Name'] === 'log_entries');
    expect(reads.map((step) => step['Index Cond'])).toEqual([expect.stringContaining('first = ')]);
  }
});
