import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { planWith } from '../../test/plan-of.ts';
import { countStatement } from './account-search.ts';
import { countAccounts } from './count-accounts.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function fill(first: number, last: number): Promise<void> {
  await world.db.work.query(
    `INSERT INTO account (email, plan, is_reseller, created_at)
     SELECT 'owner-' || n || '@example.com', CASE n % 5 WHEN 0 THEN 'pro' ELSE 'free' END, n % 50 = 0, now() - n * interval '1 second'
     FROM generate_series($1::int, $2::int) n`,
    [first, last],
  );
  await world.db.work.query('ANALYZE account');
}

test('R§8.b11 a list of accounts is counted with its filters: exactly up to 10,000, and a text that many hold among the newest alone', async () => {
  const count = (filter: Parameters<typeof countAccounts>[1]) => countAccounts(coreOf(world), filter);
  await fill(1, 500);
  expect(await count({})).toEqual({ count: 500, more: false });
  expect(await count({ plan: 'pro' })).toEqual({ count: 100, more: false });
  expect(await count({ plan: 'pro', isReseller: true, sort: 'sites' })).toEqual({ count: 10, more: false });
  expect(await count({ over: 'fair_use' })).toEqual({ count: 0, more: false });
  expect(await count({ search: 'EXAMPLE.com' })).toEqual({ count: 500, more: false });
  expect(await count({ q: 'owner-77@' })).toEqual({ count: 1, more: false });
  expect(await count({ search: 'nobody' })).toEqual({ count: 0, more: false });
  await fill(501, 10_000);
  expect(await count({})).toEqual({ count: 10_000, more: false });
  // 123 and 1230 to 1239.
  expect(await count({ search: 'owner-123' })).toEqual({ count: 11, more: false });
  expect(await count({ search: 'owner-9999@' })).toEqual({ count: 1, more: false });
  expect(await count({ search: 'example.com' })).toMatchObject({ count: 2001, more: true });
  await fill(10_001, 10_001);
  expect(await count({})).toEqual({ count: 10_000, more: true });
});

test('R§8.b11 no count of accounts reads the whole table', async () => {
  const texts = { q: undefined, sought: undefined };
  for (const filter of [{}, { plan: 'pro' }, { isReseller: true }]) {
    const plan = await planWith(world.db, countStatement(filter, texts, 'all'));
    expect(
      plan.map((node) => node['Node Type']),
      JSON.stringify(filter),
    ).not.toContain('Seq Scan');
  }
  const sought = { text: 'owner-123', keys: [] };
  for (const way of ['index', { newest: 2000 }] as const) {
    const plan = await planWith(world.db, countStatement({}, { q: undefined, sought }, way));
    expect(plan.filter((node) => node['Relation Name'] === 'account').map((node) => node['Node Type'])).not.toContain(
      'Seq Scan',
    );
  }
});
