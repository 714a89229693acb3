import { atLast, until } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { one, openWorld, type EventWorld } from '../../test/event-world.ts';
import type { Core } from '../core.ts';
import { listGroups } from '../group/list-groups.ts';
import { listAccountKeys } from '../key/account-keys.ts';
import { listGroupKeys } from '../key/group-keys.ts';
import { listSiteKeys } from '../key/site-keys.ts';
import { listArrivals } from '../operator/get-account.ts';
import type { PageRequest } from './keyset-sql.ts';
import { listSites } from '../site/list-sites.ts';
import { readPart, type Part } from './part.ts';
import { partsOf } from './parts-of.ts';

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

/** Makes an account with `groups` groups, ten at each moment. */
async function ownerOf(groups: number): Promise<{ rowId: number; id: string }> {
  const { account } = await world.account();
  await world.db.work.query(
    `INSERT INTO site_group (account_no, name, created_at) SELECT $1, 'group ' || n, timestamptz '2026-01-01' + n / 10 * interval '1 minute' FROM generate_series(1, $2::int) n`,
    [account, groups],
  );
  return { rowId: account, id: '' };
}
const reader = { owner: 'test', signal: undefined };
async function allOf<View>(first: Part<View>): Promise<View[]> {
  const rows: View[] = [];
  for await (const part of partsOf(first, reader)) rows.push(...part);
  return rows;
}

describe('a list that the contract does not page', () => {
  test('I§4 GET /groups: is read in parts, in order, with each group once, even if many are of the same moment', async () => {
    const account = await ownerOf(1234);
    const { rows } = await world.db.work.query<{ name: string }>(
      'SELECT name FROM site_group WHERE account_no = $1 ORDER BY created_at DESC, no DESC',
      [account.rowId],
    );
    expect((await allOf(await listGroups(core, { account }))).map(({ name }) => name)).toEqual(
      rows.map(({ name }) => name),
    );
  });

  test('contains each row that exists throughout exactly once, while others come and go between its parts', async () => {
    const account = await ownerOf(1500);
    const names: string[] = [];
    for await (const part of partsOf(await listGroups(core, { account }), reader)) {
      names.push(...part.map(({ name }) => name));
      await world.db.work.query(
        `WITH gone AS (DELETE FROM site_group WHERE account_no = $1 AND name LIKE 'group %7' AND random() < 0.5)
         INSERT INTO site_group (account_no, name) SELECT $1, 'new ' || gen_random_uuid()`,
        [account.rowId],
      );
    }
    const kept = names.filter((name) => /^group .*[^7]$/.test(name));
    expect(new Set(names).size).toBe(names.length);
    expect(kept).toHaveLength(1350);
  });

  test('that fits into one part costs one statement', async () => {
    const pages: PageRequest[] = [];
    const read = (count: number) => async (page: PageRequest) => {
      pages.push(page);
      return Array.from({ length: Math.min(count, page.limit + 1) }, (_, rowId) => ({
        rowId,
        created_at: new Date(0),
      }));
    };
    const part = await readPart(read(500), ({ rowId }) => rowId);
    expect([part.rows.length, part.next, pages]).toEqual([500, undefined, [{ limit: 500, after: undefined }]]);
    expect((await readPart(read(501), ({ rowId }) => rowId)).next).toBeDefined();
  });

  test('uses one statement at a time per account, however many lists of the account are read at once', async () => {
    let running = 0;
    let most = 0;
    const list = (left: number): Part<number> => ({
      rows: [left],
      next:
        left === 0
          ? undefined
          : async () => {
              most = Math.max(most, (running += 1));
              await world.db.work.query('SELECT 1');
              running -= 1;
              return list(left - 1);
            },
    });
    const lists = await Promise.all(Array.from({ length: 10 }, () => allOf(list(5))));
    expect(lists).toEqual(Array.from({ length: 10 }, () => [5, 4, 3, 2, 1, 0]));
    expect(most).toBe(1);
  });

  test('ends with its reader: a running statement is cancelled, a queued one leaves the queue, and its slot is free again', async () => {
    const account = await ownerOf(1000);
    const gone = new AbortController();
    const leaving = { owner: 'leaving', signal: gone.signal };
    const lists = [
      partsOf(await listGroups(core, { account }), leaving),
      partsOf(await listGroups(core, { account }), leaving),
    ];
    for (const list of lists) await list.next();
    const session = await world.db.work.connect();
    try {
      await session.query('BEGIN; LOCK TABLE site_group');
      const ends = lists.map((list) => list.next());
      const all = Promise.allSettled(ends);
      await until(async () => (await waitingForLocks()) === 1);
      gone.abort(new Error('gone'));
      expect(await atLast(all)).toMatchObject([
        { status: 'rejected' },
        { status: 'rejected', reason: { message: 'gone' } },
      ]);
      await until(async () => (await waitingForLocks()) === 0);
    } finally {
      await session.query('ROLLBACK');
      session.release();
    }
    const again = partsOf(await listGroups(core, { account }), { owner: 'leaving', signal: undefined });
    expect((await again.next()).value).toHaveLength(500);
    expect((await again.next()).value).toHaveLength(200);
  });

  test('is served by the index that has its order, wherever a part begins', async () => {
    const { account } = await world.account(1100);
    const rowOf = async (text: string): Promise<{ rowId: number }> => ({ rowId: await one(world.db, text, [account]) });
    const group = await rowOf(`INSERT INTO site_group (account_no, name) VALUES ($1, 'half') RETURNING no AS value`);
    await world.db.work.query('UPDATE site SET group_no = $2 WHERE account_no = $1 AND no % 2 = 0', [
      account,
      group.rowId,
    ]);
    const site = await rowOf('SELECT max(no) AS value FROM site WHERE account_no = $1');
    // Most rows belong to other accounts. Each has so many that sorting them costs more than the
    // index.
    const others = await world.account(5000);
    await world.db.work.query(
      `INSERT INTO site_group (account_no, name) SELECT o, 'group ' || n FROM unnest($1::int[]) o, generate_series(1, 1500) n`,
      [[account, ...(await Promise.all(Array.from({ length: 20 }, async () => (await world.account()).account)))]],
    );
    const keys = async (table: string, column: string, owners: readonly number[]): Promise<void> => {
      const [name, text] = table === 'group_key' ? [', name', ", 'key'"] : ['', ''];
      await world.db.work.query(
        `INSERT INTO ${table} (${column}, prefix, hash${name})
         SELECT o, lpad(to_hex(o * 10000 + n), 8, 'x'), sha256((o * 10000 + n)::text::bytea)${text} FROM unnest($1::int[]) o, generate_series(1, 1500) n`,
        [owners],
      );
    };
    await keys('site_key', 'site_no', [site.rowId, ...others.sites.slice(0, 20)]);
    await keys('group_key', 'group_no', await numbers('SELECT min(no) AS "rowId" FROM site_group GROUP BY account_no'));
    await keys('account_key', 'account_no', await numbers('SELECT no AS "rowId" FROM account'));
    await world.db.work.query('ANALYZE site, site_group, site_key, group_key, account_key');
    const caller = { account: { rowId: account, id: '' } };
    const lists: [index: string, list: () => Promise<Part<unknown>>][] = [
      ['site_account_no_created_at_no_idx', () => listSites(core, caller)],
      ['site_group_no_created_at_no_idx', () => listSites(core, { ...caller, group: { ...group, id: '' } })],
      ['site_account_no_created_at_no_idx', () => listArrivals(core, caller)],
      ['site_group_account_no_created_at_no_idx', () => listGroups(core, caller)],
      ['site_key_site_no_created_at_no_idx', () => listSiteKeys(core, { ...site, id: '' })],
      ['group_key_group_no_created_at_no_idx', () => listGroupKeys(core, { ...group, id: '' })],
      ['account_key_account_no_created_at_no_idx', () => listAccountKeys(core, caller.account)],
    ];
    for (const [index, list] of lists) {
      const first = await list();
      const asked = vi.spyOn(world.db.work, 'query');
      await first.next?.();
      const [text, values] = asked.mock.lastCall ?? [];
      asked.mockRestore();
      const plan = await planOf(String(text), Array.isArray(values) ? values : []);
      expect(plan, index).toMatch(new RegExp(`Index (Only )?Scan( Backward)? using ${index}`));
      expect(plan, index).toMatch(/Index Cond: .*ROW\(.*created_at, .*no\) </);
      expect(plan, index).not.toMatch(/Sort|Seq Scan/);
    }
  });
});

const waitingForLocks = (): Promise<number> =>
  one(
    world.db,
    `SELECT count(*) AS value FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );

async function numbers(text: string): Promise<number[]> {
  return (await world.db.work.query<{ rowId: number }>(text)).rows.map(({ rowId }) => rowId);
}

/** The plan by which PostgreSQL runs a statement. */
async function planOf(text: string, values: unknown[]): Promise<string> {
  const { rows } = await world.db.work.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
