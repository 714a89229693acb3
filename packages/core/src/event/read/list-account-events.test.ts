import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, openWorld, storeAll, type EventWorld } from '../../../test/event-world.ts';
import type { Caller } from '../../ground/caller.ts';
import { listAccountEvents } from './list-account-events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('R§5.6 a page of an account is full although a deleted site has newer events that still wait to be reclaimed', async () => {
  const { account, sites } = await world.account(2);
  const [kept = 0, gone = 0] = sites;
  const minute = (nth: number): number => Date.UTC(2026, 0, 15) + nth * 60_000;
  for (const [nth, site] of [kept, gone].entries())
    await storeAll(
      world,
      { account, site },
      Array.from({ length: 60 }, (_, at) => newEvent({ occurredAt: minute(2 * at + nth), code: 1000 + at })),
    );
  await world.deleteSite(gone);
  // A page of the whole account asks for nothing more of its caller.
  const caller = { account: { rowId: account } } as Omit<Caller, 'actor'>;
  const first = await listAccountEvents(coreOf(world), caller, { limit: 50 });
  const second = await listAccountEvents(coreOf(world), caller, { limit: 50, cursor: first.next_cursor });
  const codes = [...first.events, ...second.events].map(({ code }) => code);
  expect([first.events.length, second.next_cursor]).toEqual([50, '']);
  expect(codes).toEqual(Array.from({ length: 60 }, (_, at) => 1059 - at));
});

test('R§5.6 R§6.4 a page has no next one where only events of a deleted site that wait to be reclaimed are older', async () => {
  const { account, sites } = await world.account(2);
  const [kept = 0, gone = 0] = sites;
  for (const [nth, site] of [gone, kept].entries())
    await storeAll(
      world,
      { account, site },
      Array.from({ length: 50 }, (_, at) => newEvent({ occurredAt: Date.UTC(2026, 0, 15 + nth) + at })),
    );
  await world.deleteSite(gone);
  const caller = { account: { rowId: account } } as Omit<Caller, 'actor'>;
  const { events, next_cursor } = await listAccountEvents(coreOf(world), caller, { limit: 50 });
  expect([events.length, next_cursor]).toEqual([50, '']);
});
