import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newEvent, one, openWorld, storeAll, type EventWorld } from '../../../test/event-world.ts';
import { purgeEvents } from './purge-events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const start = Date.UTC(2026, 0, 1);
const events = (n: number) => upTo(n).map((i) => newEvent({ occurredAt: start + i, userAgent: 'agent' }));

describe('purgeEvents', () => {
  test('I§6.R3 R§9.2 deletes the oldest events of one site before a moment, at most `limit` at a time, and subtracts them from the counters', async () => {
    const {
      account,
      sites: [site = 0, other = 0],
    } = await world.account(2);
    await storeAll(world, { account, site }, events(100));
    await storeAll(world, { account, site: other }, events(100));
    const purge = async (limit: number): Promise<number> =>
      (await purgeEvents(world, { account, site, olderThan: start + 50, limit })).deleted;
    expect([await purge(30), await purge(30), await purge(30)]).toEqual([30, 20, 0]);
    const { rows } = await world.db.work.query<{ occurred_at: Date }>(
      'select occurred_at from event where account = $1 and site = $2 order by 1',
      [account, site],
    );
    expect(rows.map((row) => row.occurred_at.getTime())).toEqual(upTo(50).map((n) => start + 50 + n));
    expect(
      await one(world.db, 'select sum(n) as value from kept where account = $1 and site = $2', [account, site]),
    ).toBe(50);
    expect(
      await one(world.db, 'select sum(n) as value from kept where account = $1 and site = $2', [account, other]),
    ).toBe(100);
    for (const table of ['accepted', 'accepted_day'])
      expect(await one(world.db, `select sum(events) as value from ${table} where account = $1`, [account])).toBe(200);
    expect(await one(world.db, 'select sum(n) as value from kept_day where account = $1', [account])).toBe(150);
  });

  test('R§9.2 a batch goes on where the one before ended, also within one millisecond, and passes by what came before', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    const at = (ms: number) => newEvent({ occurredAt: start + ms });
    await storeAll(world, { account, site }, [at(0), at(1), at(1), at(1), at(2)]);
    const first = await purgeEvents(world, { account, site, limit: 2 });
    expect(first).toEqual({ deleted: 2, reached: '2026-01-01 00:00:00.001+00' });
    await storeAll(world, { account, site }, [at(-1)]);
    const second = await purgeEvents(world, { account, site, limit: 5, reached: first.reached });
    expect(second).toEqual({ deleted: 3, reached: '2026-01-01 00:00:00.002+00' });
    expect(await purgeEvents(world, { account, site, reached: second.reached })).toEqual({ deleted: 0 });
    expect(await purgeEvents(world, { account, site })).toMatchObject({ deleted: 1 });
  });
});
