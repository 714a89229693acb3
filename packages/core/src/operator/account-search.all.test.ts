import { afterAll, beforeAll, expect, it } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { planWith } from '../../test/plan-of.ts';
import { accountsStatement, type AccountFilter } from './account-search.ts';
import { sitesStatement } from './find-sites.ts';
import type { Way } from './search-newest-first.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
  await fill(1, 500);
});
afterAll(() => world.close());

/** In steps that a slow machine does within a statement's time. */
async function fill(first: number, last: number): Promise<void> {
  for (let from = first; from <= last; from += 500) {
    await world.db.work.query(
      `WITH made AS (
         INSERT INTO account (email, plan, is_reseller, created_at)
         SELECT 'owner-' || md5(n::text) || '@example.com', CASE n % 5 WHEN 0 THEN 'pro' ELSE 'free' END, n % 50 = 0, now() - n * interval '1 minute'
         FROM generate_series($1::int, $2::int) n RETURNING no, created_at),
       grouped AS (INSERT INTO site_group (account_no, name, external_ref) SELECT no, 'G-' || md5(no || 'n'), 'R-' || md5(no || 'r') FROM made)
       INSERT INTO site (account_no, domain, domain_scope, site_url, retention_days, created_at)
       SELECT no, 's-' || md5(no::text || k) || '.example.com', 0, 'https://x/', 7, created_at FROM made, generate_series(1, 2) k`,
      [from, Math.min(from + 499, last)],
    );
  }
  await world.db.work.query('ANALYZE account, site, site_group');
}

/** How a statement reaches accounts and sites, in the order of the plan. */
async function readsOf(statement: { text: string; values: unknown[] }): Promise<string[]> {
  const plan = await planWith(world.db, statement);
  const reads = plan.flatMap((node) => {
    const by = node['Index Name'] ?? (node['Relation Name'] === undefined ? undefined : node['Node Type']);
    if (by === undefined) return [];
    return [by.startsWith('Bitmap Heap') ? `${node['Relation Name']} by its index` : by];
  });
  return [...new Set(reads)].sort();
}

const page = { limit: 50 };
const deep = { limit: 50, after: { time: Date.now() - 60_000 * 300, id: 1000 } };
const accounts = (filter: AccountFilter, way: Way, request: { limit: number } = page) =>
  accountsStatement(
    filter,
    { q: filter.q, sought: filter.search === undefined ? undefined : { text: filter.search, keys: [] } },
    request,
    way,
  );
const ofAccount = 'site_account_no_created_at_no_idx';
const groupsOfAccount = 'site_group_account_no_created_at_no_idx';
const few = { newest: 200 };

it('a search reads its newest accounts in the order of an index, and looks for a rare term by the indexes on parts: with 500 accounts and with 3,000', async () => {
  for (const last of [500, 3000]) {
    if (last > 500) await fill(501, last);
    const byOrder = 'account_created_at_no_idx';
    for (const request of [page, deep])
      expect(await readsOf(accounts({ search: 'abc' }, few, request))).toEqual([byOrder, ofAccount, groupsOfAccount]);
    expect(await readsOf(accounts({}, 'all'))).toEqual([byOrder, ofAccount]);
    const rare = [
      `account by its index`,
      'account_email_parts',
      'account_pkey',
      'site by its index',
      ofAccount,
      'site_domain_parts',
      'site_group by its index',
      groupsOfAccount,
      'site_group_external_ref_parts',
      'site_group_name_parts',
    ];
    for (const search of ['f00dfeed', 'owner-0123456789abcdef', '~', 'zz'])
      for (const request of [page, deep])
        expect(await readsOf(accounts({ search }, 'index', request)), `${search} of ${last}`).toEqual(rare.toSorted());
    expect(await readsOf(accounts({ q: 'f00dfeed' }, 'index'))).toEqual([
      'account by its index',
      'account_email_parts',
      ofAccount,
    ]);
  }
  for (const [filter, index] of [
    [{ plan: 'pro' }, 'account_plan_created_at_no_idx'],
    [{ isReseller: true }, 'account_is_reseller_created_at_no_idx'],
    [{ plan: 'pro', isReseller: true }, 'account_plan_is_reseller_created_at_no_idx'],
  ] as const) {
    expect(await readsOf(accounts(filter, 'all')), JSON.stringify(filter)).toEqual([index, ofAccount].toSorted());
    expect(await readsOf(accounts({ ...filter, search: 'abc' }, few))).toEqual(
      [index, ofAccount, groupsOfAccount].toSorted(),
    );
  }
});

it('sites of all accounts are read in the order of an index, and a rare term is looked for by the index on parts', async () => {
  for (const q of [undefined, 'abc'])
    expect(await readsOf(sitesStatement(q, page, q === undefined ? 'all' : few))).toEqual([
      'account_pkey',
      'site_created_at_no_idx',
    ]);
  for (const q of ['f00dfeed', '~', 'zz'])
    expect(await readsOf(sitesStatement(q, page, 'index'))).toEqual([
      'account_pkey',
      'site by its index',
      'site_domain_parts',
    ]);
});

it('what the newest accounts show and what the indexes show is the same', async () => {
  const { db } = world;
  const found = async (filter: AccountFilter, way: Way) => {
    const { text, values } = accounts(filter, way, { limit: 200 });
    const { rows } = await db.work.query<{ rowId: number; domain: string | null }>(text, values);
    return rows.map(({ rowId, domain }) => [rowId, domain]);
  };
  for (const search of [
    'a',
    'ab',
    'abc',
    '0-',
    'r-a',
    's-4',
    '@example',
    'abcd',
    'abcde',
    'no such',
    'owner-a',
    'c.ex',
    'f@e',
    'g-a',
    'R-AB',
  ])
    for (const narrow of [{}, { plan: 'pro' }, { isReseller: true, q: 'a' }])
      expect(await found({ ...narrow, search }, 'index'), search).toEqual(
        await found({ ...narrow, search }, { newest: 100_000 }),
      );
});
