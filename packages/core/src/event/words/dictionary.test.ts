import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, one, openWorld, type EventWorld } from '../../../test/event-world.ts';
import { countEvents } from '../../summary/count-events.ts';
import { withWords } from '../../summary/shown-groups.ts';
import { maskOf, tally } from '../../summary/tally.ts';
import { dictionaryMaxValues } from './dictionary.ts';
import { listEvents } from '../read/list-events.ts';
import { storeEvents } from '../store/store-events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const sizeOf = (account: number): Promise<number> =>
  one(world.db, 'select count(*) as value from dictionary where account = $1 and kind = 1', [account]);

/** An account whose dictionary of objects has room for `room` more values. */
async function nearlyFull(room: number): Promise<{ account: number; site: number }> {
  const {
    account,
    sites: [site = 0],
  } = await world.account();
  await world.db.work.query(
    `insert into dictionary (account, kind, id, value) select $1, 1, n, 'filler ' || n from generate_series(1, $2) n`,
    [account, dictionaryMaxValues - room],
  );
  await world.db.work.query('insert into dictionary_head (account, kind, size) values ($1, 1, $2)', [
    account,
    dictionaryMaxValues - room,
  ]);
  return { account, site };
}

test('R§11.2 a dictionary never holds more than 10,000 values, however many writers of two processes race; events hold the other values, which are found alike, and each value is one group of a summary', async () => {
  const { account, site } = await nearlyFull(7);
  const other = await world.another();
  const objects = Array.from({ length: 15 }, (_, n) => `object ${n}`);
  await Promise.all(
    Array.from({ length: 12 }, async (_, writer) => {
      for (let n = 0; n < objects.length; n += 5) {
        const some = objects.slice(n, n + 5).map((object) => newEvent({ object }));
        await storeEvents(writer % 2 === 0 ? world : other, { account, site }, writer < 6 ? some : some.reverse());
      }
    }),
  );
  expect(await sizeOf(account)).toBe(dictionaryMaxValues);
  expect(
    await one(world.db, 'select size as value from dictionary_head where account = $1 and kind = 1', [account]),
  ).toBe(dictionaryMaxValues);
  // The third store's cache is empty.
  const fresh = await world.another();
  for (const one of [other, world, fresh]) {
    for (const object of objects) {
      const { events } = await listEvents(one, { account, kind: 'site', site }, { object }, { limit: 200 });
      expect(events.map((event) => event.object)).toEqual(Array.from({ length: 12 }, () => object));
    }
    expect(
      (await listEvents(one, { account, kind: 'site', site }, { object: 'object 15' }, { limit: 1 })).events,
    ).toEqual([]);
  }
  const inline = await one(world.db, 'select count(distinct object_text) as value from event where account = $1', [
    account,
  ]);
  expect(inline).toBe(8);
  const { rows } = await countEvents(
    fresh,
    { account, kind: 'site', site },
    {},
    { keyMask: maskOf(['object']), spans: undefined, after: undefined },
  );
  const groups = await withWords(coreOf(world), account, tally(rows, undefined), ['object']);
  expect(new Map(groups.map((group) => [group.object.text, group.events]))).toEqual(
    new Map(objects.map((object) => [object, 12])),
  );
  expect(groups).toHaveLength(objects.length);
});

test('R§7.3 a value too long for an index stays in the event, and is found', async () => {
  const {
    account,
    sites: [site = 0],
  } = await world.account();
  const long = '🎉'.repeat(255);
  await storeEvents(world, { account, site }, [
    newEvent({ object: long, eventType: long, userAgent: '€'.repeat(1024) }),
  ]);
  expect(await sizeOf(account)).toBe(0);
  for (const filter of [{ object: long }, { eventType: long }, { object: long, eventType: long }]) {
    const { events } = await listEvents(world, { account, kind: 'account', gone: [] }, filter, { limit: 5 });
    expect(events).toHaveLength(1);
  }
  const none = await listEvents(
    world,
    { account, kind: 'account', gone: [] },
    { object: long, eventType: 'x' },
    { limit: 5 },
  );
  expect(none.events).toEqual([]);
});

test('a value that one process adds is found at once by another that looked for it before', async () => {
  const {
    account,
    sites: [site = 0],
  } = await world.account();
  const other = await world.another();
  const look = () => listEvents(other, { account, kind: 'site', site }, { object: 'new' }, { limit: 5 });
  expect((await look()).events).toEqual([]);
  await storeEvents(world, { account, site }, [newEvent({ object: 'new' })]);
  expect((await look()).events).toHaveLength(1);
});
