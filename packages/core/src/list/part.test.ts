import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { openWorld, type EventWorld } from '../../test/event-world.ts';
import type { Core } from '../core.ts';
import { listGroups } from '../group/list-groups.ts';
import type { PageRequest } from '../operator/page.ts';
import { readPart, type Part } from './part.ts';
import { partsOf } from './parts-of.ts';

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

/** An account with so many groups, made ten at each moment. */
async function ownerOf(groups: number): Promise<{ no: number; id: string }> {
  const { account } = await world.account();
  await world.db.work.query(
    `INSERT INTO site_group (account_no, name, created_at) SELECT $1, 'group ' || n, timestamptz '2026-01-01' + n / 10 * interval '1 minute' FROM generate_series(1, $2::int) n`,
    [account, groups],
  );
  return { no: account, id: '' };
}
const reader = { owner: 'test', signal: undefined };
async function allOf<View>(first: Part<View>): Promise<View[]> {
  const rows: View[] = [];
  for await (const part of partsOf(first, reader)) rows.push(...part);
  return rows;
}

describe('a list that the contract does not page', () => {
  test('I§4 GET /groups: is read in parts, in its order, each group once, also where many are of one moment', async () => {
    const account = await ownerOf(1234);
    const { rows } = await world.db.work.query<{ name: string }>(
      'SELECT name FROM site_group WHERE account_no = $1 ORDER BY created_at DESC, no DESC',
      [account.no],
    );
    expect((await allOf(await listGroups(core, { account }))).map(({ name }) => name)).toEqual(
      rows.map(({ name }) => name),
    );
  });

  test('holds each row that is there throughout once, while others come and go between its parts', async () => {
    const account = await ownerOf(1500);
    const names: string[] = [];
    for await (const part of partsOf(await listGroups(core, { account }), reader)) {
      names.push(...part.map(({ name }) => name));
      await world.db.work.query(
        `WITH gone AS (DELETE FROM site_group WHERE account_no = $1 AND name LIKE 'group %7' AND random() < 0.5)
         INSERT INTO site_group (account_no, name) SELECT $1, 'new ' || gen_random_uuid()`,
        [account.no],
      );
    }
    const kept = names.filter((name) => /^group .*[^7]$/.test(name));
    expect(new Set(names).size).toBe(names.length);
    expect(kept).toHaveLength(1350);
  });

  test('of at most a part costs one statement', async () => {
    const pages: PageRequest[] = [];
    const read = (count: number) => async (page: PageRequest) => {
      pages.push(page);
      return Array.from({ length: Math.min(count, page.limit + 1) }, (_, no) => ({ no, created_at: new Date(0) }));
    };
    const part = await readPart(read(500), ({ no }) => no);
    expect([part.rows.length, part.next, pages]).toEqual([500, undefined, [{ limit: 500, after: undefined }]]);
    expect((await readPart(read(501), ({ no }) => no)).next).toBeDefined();
  });

  test('of an account has one statement under way at a time, however many of its lists are read at once', async () => {
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

  test('is served by the index that gives its rows in their order, wherever in the list a part begins', async () => {
    const plans = async (text: string, values: unknown[]): Promise<string> => {
      const session = await world.db.work.connect();
      try {
        await session.query(
          'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off',
        );
        const { rows } = await session.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      } finally {
        await session.query('ROLLBACK');
        session.release();
      }
    };
    for (const [table, owner, index] of [
      ['site', 'account_no', 'site_account_no_created_at_no_idx'],
      ['site', 'group_no', 'site_group_no_created_at_no_idx'],
      ['site_group', 'account_no', 'site_group_account_no_created_at_no_idx'],
      ['site_key', 'site_no', 'site_key_site_no_created_at_no_idx'],
      ['group_key', 'group_no', 'group_key_group_no_created_at_no_idx'],
      ['account_key', 'account_no', 'account_key_account_no_created_at_no_idx'],
    ] as const) {
      const plan = await plans(
        `SELECT * FROM ${table} WHERE ${owner} = $1 AND (created_at, no) < ($2::timestamptz, $3::bigint) ORDER BY created_at DESC, no DESC LIMIT 501`,
        [1, new Date(), 5],
      );
      expect(plan, table).toContain(index);
      expect(plan, table).toMatch(/Index Cond: .*ROW\(created_at, no\)/);
      expect(plan, table).not.toContain('Sort');
    }
  });
});
