import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newEvent, openWorld, type EventWorld } from '../../test/event-world.ts';
import type { Events } from '../core.ts';
import type { EventScope } from '../event/scope.ts';
import { storeRows } from '../event/store/store-row.ts';
import { runStore } from '../event/store/store-statement.ts';
import type { TailPosition } from './position.ts';
import { readTail } from './read-tail.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('while 16 writers hold transactions open for random times and roll a tenth of them back', () => {
  test('four readers on separate instances, which lose their state at random, see every event once and in one order', async () => {
    const { account, sites } = await world.account(3);
    const {
      account: other,
      sites: [elsewhere = 0],
    } = await world.account();
    const stores = await Promise.all(Array.from({ length: 4 }, () => world.another()));
    const sent = new Set<string>();
    let writing = 16;
    const write = async (nth: number): Promise<void> => {
      const session = await (writers[nth % 2] ?? expect.fail()).connect();
      // The writers wait for each other's locks, on a busy machine longer than the service would.
      await session.query('set statement_timeout = 0');
      // The driver's own timeout, which its types leave out.
      (session as unknown as { connectionParameters: { query_timeout: number } }).connectionParameters.query_timeout =
        0;
      for (let round = 0; round < 12; round += 1) {
        const site = sites[(nth + round) % 3] ?? 0;
        const events = Array.from({ length: 1 + ((nth * round) % 20) }, () => newEvent());
        const rows = await storeRows(world.events.dictionary, account, site, events);
        // Some commits hold events of both accounts.
        const both = round % 4 === 0 ? await storeRows(world.events.dictionary, other, elsewhere, [newEvent()]) : [];
        await session.query('begin');
        await runStore(session, [...rows, ...both], 30_000);
        await sleep(Math.random() ** 4 * 60);
        if ((nth + round) % 10 === 0) await session.query('rollback');
        else {
          for (const { eventUuid } of events) sent.add(eventUuid ?? '');
          await session.query('commit');
        }
      }
      session.release(true);
      writing -= 1;
    };
    const follow = async (core: Events): Promise<number[]> => {
      const scope: EventScope = { account, kind: 'account', gone: [] };
      // A reader keeps the events it has seen and its position together.
      let kept: { ids: number[]; after: TailPosition | 'oldest' } = { ids: [], after: 'oldest' };
      for (;;) {
        const isOver = writing === 0;
        const limit = 1 + Math.floor(Math.random() * 40);
        const read = await readTail(core, scope, {}, { after: kept.after, limit });
        expect(read.expired).toBe(false);
        if (isOver && read.isAtEnd && read.rows.length === 0) return kept.ids;
        // The reader dies before it keeps the page.
        if (!isOver && Math.random() < 0.2) continue;
        kept = { ids: [...kept.ids, ...read.rows.map(([id]) => id)], after: read.position };
      }
    };
    // A pool has eight sessions.
    const writers = [(await world.another()).db.ingest, (await world.another()).db.ingest];
    const [, ...readers] = await Promise.all([
      Promise.all(Array.from({ length: 16 }, (_, nth) => write(nth))),
      ...stores.map(follow),
    ]);
    const { rows } = await world.db.work.query<{ id: number; uuid: string }>(
      'select id, event_uuid::text as uuid from event where account = $1',
      [account],
    );
    expect(new Set(rows.map(({ uuid }) => uuid))).toEqual(sent);
    const [first] = readers;
    expect(first?.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b));
    for (const ids of readers) expect(ids).toEqual(first);
  });
});
