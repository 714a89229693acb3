import { isUnavailable, LifeEndedError } from '@goal/db';
import { openPair, until } from '@goal/db/testing';
import { expect, onTestFinished, test } from 'vitest';

import { newEvent, worldIn } from '../../../test/event-world.ts';
import { listEvents } from '../read/list-events.ts';
import { storeEvents } from '../store/store-events.ts';
import { storeRows } from '../store/store-row.ts';

test('R§7.3 after a failover that lost the newest words, no event is stored with the number of another word', async () => {
  const pair = await openPair();
  onTestFinished(() => pair.close());
  const world = await worldIn({ url: pair.url, drop: async () => {} });
  onTestFinished(() => world.close());
  const {
    account,
    sites: [site = 0],
  } = await world.account();
  const of = { account, site };
  await storeEvents(world, of, [newEvent({ object: 'kept' })]);
  await pair.cutOff();
  await storeEvents(world, of, [newEvent({ object: 'lost' })]);
  const { dictionary } = world.events;
  const prepared = await storeRows(dictionary, account, site, [newEvent({ object: 'lost' })]);
  pair.killPrimary();
  await pair.promote();
  // Another process gives the number of the lost word to another one.
  const another = await world.another();
  await storeEvents(another, of, [newEvent({ object: 'other' })]);

  let end: unknown;
  await until(async () => {
    end = await world.events.batcher.store(account, site, prepared, dictionary.life).catch((error: unknown) => error);
    return end instanceof LifeEndedError || !isUnavailable(end);
  });
  expect(end).toBeInstanceOf(LifeEndedError);
  expect(isUnavailable(end)).toBe(true);
  await storeEvents(world, of, [newEvent({ object: 'lost' })]);
  for (const { events } of await Promise.all(
    [world, another].map((one) => listEvents(one, { ...of, kind: 'site' }, {}, { limit: 10 })),
  ))
    expect(events.map(({ object }) => object)).toEqual(['lost', 'other', 'kept']);
});
