import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../../test/event-world.ts';
import { planOf } from '../../../test/plan-of.ts';
import { sitesOfGroup } from './scope-of-query.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the sites of a small group are found by its index, also in an account of thousands', async () => {
  const { account } = await world.account(5000);
  // Most accounts are small, so PostgreSQL takes an account for more selective than a group.
  await world.db.work.query(
    `WITH a AS (INSERT INTO account (email, plan) SELECT n || '@example.com', 'pro' FROM generate_series(1, 2000) n RETURNING no)
     INSERT INTO site (account_no, domain, domain_scope, site_url, retention_days)
     SELECT no, no || '.example.com', 0, 'https://example.com', 30 FROM a`,
  );
  const { rows } = await world.db.work.query<{ rowId: number }>(
    `WITH g AS (INSERT INTO site_group (account_no, name) SELECT $1, n::text FROM generate_series(1, 3) n RETURNING no)
     SELECT min(no)::int AS "rowId" FROM g`,
    [account],
  );
  const group = rows[0]?.rowId;
  await world.db.work.query('UPDATE site SET group_no = $2 + no % 3 WHERE account_no = $1 AND no % 100 < 3', [
    account,
    group,
  ]);
  await world.db.work.query('ANALYZE site');
  const plan = await planOf(world.db, sitesOfGroup);
  const indexes = plan.flatMap((node) => node['Index Name'] ?? []);
  expect(indexes).toEqual(['site_group_no_created_at_no_idx']);
});
