import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import { EventExport, type ExportPlan } from './event-export.ts';

let world: EventWorld;
let mine: { account: number; site: number };
beforeAll(async () => {
  world = await openWorld();
  const { account, sites } = await world.account();
  mine = { account, site: sites[0] ?? expect.fail() };
  await storeAll(
    world.store,
    mine,
    // More than a page: the next one is read ahead.
    Array.from({ length: 1200 }, (_, at) => newEvent({ occurredAt: Date.UTC(2026, 0, 15) + at })),
  );
});
afterAll(() => world.close());

function planOf(key: string, over: Partial<ExportPlan> = {}): ExportPlan {
  return {
    store: world.store,
    account: mine.account,
    key,
    format: 'ndjson',
    order: 'desc',
    filter: {},
    after: undefined,
    facts: { scope: {}, filters: {}, started_at: new Date().toISOString() },
    scope: () => Promise.resolve({ account: mine.account, kind: 'site', site: mine.site }),
    sites: (sites) => Promise.resolve(new Map(sites.map((no) => [no, { site_id: String(no) }]))),
    withSites: false,
    record: { begin: () => Promise.resolve(), end: () => Promise.resolve() },
    ...over,
  };
}

describe('places of exports', () => {
  test('eight of an account run at a time, whoever asks for the ninth waits, and another account finds a place meanwhile', async () => {
    const started = async (key: string, over: Partial<ExportPlan> = {}) => {
      const one = new EventExport(planOf(key, over));
      await one.start();
      return one;
    };
    const running = await Promise.all(Array.from({ length: 8 }, (_, at) => started(`key ${at}`)));
    const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 5 });
    await expect(started('key 8')).rejects.toEqual(refused);
    const others = [await started('key 9', { account: mine.account + 1 })];
    await running[0]?.end(false);
    // Its place is free once, however often it ends.
    await running[0]?.end(false);
    others.push(await started('key 8'));
    await expect(started('key 0')).rejects.toEqual(refused);
    for (const one of [...running, ...others]) await one.end(false);
    expect(world.store.exports.size).toBe(0);
  });
});

describe('an export whose key is revoked', () => {
  test('R§2.5 gives out nothing any more that was read before and has waited for a slow reader', async () => {
    let isRevoked = false;
    const scope = (): ReturnType<ExportPlan['scope']> =>
      isRevoked
        ? Promise.reject(new Error('revoked'))
        : Promise.resolve({ account: mine.account, kind: 'site', site: mine.site });
    const one = new EventExport(planOf('revoked', { scope }));
    await one.start();
    const bytes = one.bytes();
    const given = [await bytes.next(), await bytes.next()].map(({ value }) => String(value));
    expect(given.join('').match(/"id":/g)).toHaveLength(500);
    isRevoked = true;
    const judgedAgain = performance.now() + 400;
    await expect.poll(() => performance.now() > judgedAgain).toBe(true);
    await expect(bytes.next()).rejects.toThrow('revoked');
    await one.end(false);
  });
});
