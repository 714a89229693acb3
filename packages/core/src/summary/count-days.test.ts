import { afterAll, beforeAll, expect, test } from 'vitest';

import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import type { EventScope } from '../event/scope.ts';
import { countDays } from './count-days.ts';
import { spansOf, type GroupKey } from './spans.ts';
import { maskOf } from './tally.ts';

let world: EventWorld;
let account: number;
let sites: number[];
beforeAll(async () => {
  world = await openWorld();
  ({ account, sites } = await world.account(201));
  for (const site of sites.slice(0, 3)) await storeAll(world, { account, site }, [newEvent(), newEvent()]);
});
afterAll(() => world.close());

const count = async (scope: EventScope, by: GroupKey[]): Promise<number | undefined> => {
  const rows = await countDays(
    world,
    scope,
    {},
    { keyMask: maskOf(by), spans: spansOf(by, 'UTC', { from: Date.UTC(2020, 0) }, undefined) },
  );
  return rows?.reduce((sum, row) => sum + row[9], 0);
};

test('R§11.2 the counters of days answer for a group of 200 sites, for the sites of an account that has no more, and for any account as a whole; what is deleted counts at once no more', async () => {
  const ofAccount: EventScope = { account, kind: 'account', gone: [] };
  const ofGroup = (some: number[]): EventScope => ({ account, kind: 'sites', sites: some });
  expect(await count(ofAccount, ['severity'])).toBe(6);
  expect(await count(ofAccount, ['site'])).toBeUndefined();
  expect(await count(ofGroup(sites), ['severity'])).toBeUndefined();
  expect(await count(ofGroup(sites.slice(0, 200)), ['severity', 'site'])).toBe(6);
  const [first = 0] = sites;
  await world.deleteSite(first);
  for (const by of ['severity', 'day', 'site'] as const)
    expect(await count({ ...ofAccount, gone: [first] }, [by]), by).toBe(4);
});
