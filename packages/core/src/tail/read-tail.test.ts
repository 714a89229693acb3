import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newEvent, one, openWorld, type EventWorld } from '../../test/event-world.ts';
import type { EventFilter } from '../event/read/filter.ts';
import type { EventScope } from '../event/scope.ts';
import type { Events } from '../core.ts';
import { storeEvents } from '../event/store/store-events.ts';
import type { TailPosition } from './position.ts';
import { readTail, tailBounds, type TailBounds } from './read-tail.ts';
import { trimTails } from './trim-tail.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Bounds so small that a few events meet all of them. */
const narrow: TailBounds = { blocks: 3, span: 7, timeoutMs: 0 };

type Walk = { scope: EventScope; filter?: EventFilter; limit?: number; bounds?: TailBounds };

/**
 * Follows a tail from a position to its end. Returns the ids in its order and the final position.
 */
async function walk(core: Events, from: TailPosition | 'oldest', { scope, filter = {}, limit = 5, bounds }: Walk) {
  const ids: number[] = [];
  let after = from;
  for (;;) {
    const read = await readTail(core, scope, filter, { after, limit }, bounds);
    ids.push(...read.rows.map(([id]) => id));
    expect(read.rows.length).toBeLessThanOrEqual(limit);
    if (after !== 'oldest') expect(read.expired).toBe(false);
    after = read.position;
    if (read.isAtEnd) return { ids, position: read.position };
  }
}

/**
 * The account's events in the order of their commits, read from the table after all writers ended.
 */
async function committed(account: number): Promise<{ id: number; site: number; code: number; message: string }[]> {
  const { rows } = await world.db.work.query<{ id: number; site: number; code: number; message: string }>(
    `select e.id, e.site, e.code, e.message from tail t join event e on e.account = t.account and e.id between t.first_id and t.last_id
     where t.account = $1 order by t.seq, e.id`,
    [account],
  );
  return rows;
}

describe('a tail', () => {
  test('every scope, filter, page size and bound returns each matching event once, in the order of the commits', async () => {
    const { account, sites } = await world.account(4);
    const [first = 0, second = 0, third = 0, deleted = 0] = sites;
    for (let commit = 0; commit < 24; commit += 1) {
      const site = sites[commit % 4] ?? 0;
      const events = Array.from({ length: 1 + (commit % 9) }, (_, at) =>
        newEvent({
          code: at % 3,
          message: `${at % 2 === 0 ? 'even' : 'ODD'} ${commit}`,
          object: commit % 2 === 0 ? 'post' : 'user',
          occurredAt: Date.UTC(2026, 0, 40 - commit),
        }),
      );
      await storeEvents(world, { account, site }, events);
    }
    await world.deleteSite(deleted);
    const all = await committed(account);
    expect(all.length).toBeGreaterThan(100);
    const filters: [EventFilter, (event: { code: number; message: string }) => boolean][] = [
      [{}, () => true],
      [{ codes: [1, 2] }, ({ code }) => code > 0],
      [{ words: ['odd'] }, ({ message }) => message.startsWith('ODD')],
      [{ object: 'user', codes: [0] }, ({ code, message }) => code === 0 && Number(message.split(' ')[1]) % 2 === 1],
      [{ object: 'nowhere' }, () => false],
    ];
    const scopes: [EventScope, (site: number) => boolean][] = [
      [{ account, kind: 'account', gone: [deleted] }, (site) => site !== deleted],
      [{ account, kind: 'site', site: second }, (site) => site === second],
      [{ account, kind: 'sites', sites: [first, third] }, (site) => site === first || site === third],
      [{ account, kind: 'sites', sites: [] }, () => false],
    ];
    for (const [scope, covers] of scopes) {
      for (const [filter, matches] of filters) {
        const expected = all.filter((event) => covers(event.site) && matches(event)).map(({ id }) => id);
        for (const limit of [3, 1000]) {
          for (const bounds of [narrow, tailBounds]) {
            const { ids } = await walk(world, 'oldest', { scope, filter, limit, bounds });
            expect(ids, JSON.stringify({ scope, filter, limit, bounds })).toEqual(expected);
          }
        }
      }
    }
  });

  test('a reader of everything looks at about as many events as it gets, one with a filter at more', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    for (let commit = 0; commit < 12; commit += 1)
      await storeEvents(
        world,
        { account, site },
        Array.from({ length: 10 }, () => newEvent()),
      );
    const looked: number[] = [];
    const pages = {
      query: (statement: { name: string; text: string; values: unknown[] }) => {
        // First and last ids of the blocks in which it looks for events.
        const [, first, last] = statement.values as [number, number[], number[]];
        if (statement.name.startsWith('events of a tail'))
          looked.push(last.reduce((sum, id, at) => sum + id - (first[at] ?? 0) + 1, 0));
        return world.db.pages.query(statement);
      },
    };
    const core = { ...world, db: { ...world.db, pages: pages as typeof world.db.pages } };
    const scope: EventScope = { account, kind: 'account', gone: [] };
    const { ids } = await walk(core, 'oldest', { scope, limit: 25 });
    expect(ids).toEqual((await committed(account)).map(({ id }) => id));
    expect(looked).toEqual([30, 25, 30, 25, 20]);
    looked.length = 0;
    await walk(core, 'oldest', { scope, filter: { codes: [newEvent().code] }, limit: 25 });
    expect(looked[0]).toBe(120);
  });

  test('a tail from now holds no earlier event and every later one, also a late event with an old time', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    const scope: EventScope = { account, kind: 'account', gone: [] };
    const empty = await readTail(world, scope, {}, { after: 'now', limit: 10 });
    expect(empty).toMatchObject({ rows: [], isAtEnd: true, expired: false });
    await storeEvents(world, { account, site }, [newEvent()]);
    const { position } = await readTail(world, scope, {}, { after: 'now', limit: 10 });
    await storeEvents(world, { account, site }, [newEvent({ message: 'late', occurredAt: Date.UTC(2001, 0) })]);
    const read = await readTail(world, scope, {}, { after: position, limit: 10 });
    expect(read.rows.map((row) => row[12])).toEqual(['late']);
    expect((await readTail(world, scope, {}, { after: empty.position, limit: 10 })).rows).toHaveLength(2);
    expect((await readTail(world, scope, {}, { after: read.position, limit: 10 })).rows).toEqual([]);
  });

  test('events that were deleted meanwhile are missing', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    for (let commit = 0; commit < 3; commit += 1) await storeEvents(world, { account, site }, [newEvent(), newEvent()]);
    const all = (await committed(account)).map(({ id }) => id);
    const scope: EventScope = { account, kind: 'site', site };
    const { position } = await readTail(world, scope, {}, { after: 'oldest', limit: 1 });
    await world.db.work.query('delete from event where account = $1 and id = any($2)', [account, all.slice(1, 4)]);
    expect((await walk(world, position, { scope })).ids).toEqual(all.slice(4));
  });
});

describe('a position that is no longer valid', () => {
  const setUp = async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    const scope: EventScope = { account, kind: 'account', gone: [] };
    for (let commit = 0; commit < 6; commit += 1) await storeEvents(world, { account, site }, [newEvent(), newEvent()]);
    const positions: TailPosition[] = [];
    const ids: number[] = [];
    for (let after: TailPosition | 'oldest' = 'oldest', isAtEnd = false; !isAtEnd;) {
      const read = await readTail(world, scope, {}, { after, limit: 1 });
      after = read.position;
      isAtEnd = read.isAtEnd;
      positions.push(after);
      ids.push(...read.rows.map(([id]) => id));
    }
    const readFrom = (after: TailPosition | 'oldest') => readTail(world, scope, {}, { after, limit: 100 });
    return { account, site, positions, ids, readFrom };
  };

  test('after a trim exactly the positions that miss a commit expire, and reading continues at the oldest kept commit', async () => {
    const { account, positions, ids, readFrom } = await setUp();
    await world.db.work.query(`update tail set at = now() - interval '31 days' where account = $1 and seq <= 3`, [
      account,
    ]);
    expect(await trimTails(world.db, 30)).toBe(3);
    for (const [index, position] of positions.entries()) {
      // The first three commits held six events.
      const expired = index < 5;
      const read = await readFrom(position);
      expect([index, read.expired]).toEqual([index, expired]);
      expect(read.rows.map(([id]) => id)).toEqual(ids.slice(expired ? 6 : index + 1));
    }
    expect(await readFrom('oldest')).toMatchObject({ expired: false, rows: { length: 6 } });
  });

  test('after a trim of the whole tail only the position at its end is still valid', async () => {
    const { account, site, positions, readFrom } = await setUp();
    await world.db.work.query(`update tail set at = now() - interval '31 days' where account = $1`, [account]);
    await trimTails(world.db, 30);
    const last = positions.at(-1) ?? expect.fail();
    expect(await readFrom(last)).toMatchObject({ expired: false, rows: [], isAtEnd: true, position: last });
    expect(await readFrom(positions[0] ?? expect.fail())).toMatchObject({ expired: true, rows: [], position: last });
    expect(await readFrom('oldest')).toMatchObject({ expired: false, rows: [], position: last });
    await storeEvents(world, { account, site }, [newEvent()]);
    expect(await readFrom(last)).toMatchObject({ expired: false, rows: { length: 1 } });
  });

  test('trimming deletes the oldest commits first and stops at the first young one, whatever follows it', async () => {
    const { account } = await setUp();
    await world.db.work.query(
      `update tail set at = now() - interval '31 days' where account = $1 and seq in (1, 2, 4, 5)`,
      [account],
    );
    await trimTails(world.db, 30);
    expect(await one(world.db, 'select min(seq) as value from tail where account = $1', [account])).toBe(3);
  });

  test('in another database a position expires for every reader, once, and forever', async () => {
    const { positions, ids, readFrom } = await setUp();
    const last = positions.at(-1) ?? expect.fail();
    const before = await readFrom(last);
    await world.db.work.query(`update tail_era set identity = 'a cluster that was left'`);
    const [lost, same] = await Promise.all([readFrom(last), readFrom(positions[2] ?? expect.fail())]);
    for (const read of [lost, same]) {
      expect(read.expired).toBe(true);
      expect(read.rows.map(([id]) => id)).toEqual(ids);
      expect(read.position.incarnation).toBe(lost.position.incarnation);
      expect(read.position.incarnation).not.toBe(before.position.incarnation);
    }
    expect((await readFrom(lost.position)).expired).toBe(false);
    expect((await readFrom(last)).expired).toBe(true);
  });

  test('a position ahead of the tail, as after a restored backup, and one of another account expire', async () => {
    const { account, positions, ids, readFrom } = await setUp();
    const last = positions.at(-1) ?? expect.fail();
    for (const lost of [
      { ...last, seq: last.seq + 1 },
      { ...last, seq: 2 ** 52 },
      { ...last, account: account + 1 },
    ]) {
      const read = await readFrom(lost);
      expect([read.expired, read.rows.map(([id]) => id)]).toEqual([true, ids]);
    }
  });
});
