import { createHash, randomUUID } from 'node:crypto';

import { timePasses } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import { EventExport } from './event-export.ts';
import type { EndedExport, ExportPlan } from './export-plan.ts';
import { ExportSlots, type ExportClient } from './export-slots.ts';

let world: EventWorld;
let mine: { account: number; site: number };
beforeAll(async () => {
  world = await openWorld();
  const { account, sites } = await world.account();
  mine = { account, site: sites[0] ?? expect.fail() };
  await storeAll(
    world,
    mine,
    // More than one page, so that the next one is read ahead.
    Array.from({ length: 1200 }, (_, at) => newEvent({ occurredAt: Date.UTC(2026, 0, 15) + at })),
  );
});
afterAll(() => world.close());

function planOf(key: string, over: Partial<ExportPlan> = {}): ExportPlan {
  return {
    core: world,
    account: mine.account,
    key,
    id: randomUUID(),
    format: 'ndjson',
    withEnd: false,
    order: 'desc',
    filter: {},
    after: undefined,
    facts: { scope: {}, filters: {}, started_at: new Date().toISOString() },
    judge: () => Promise.resolve(),
    scope: () => Promise.resolve({ account: mine.account, kind: 'site', site: mine.site }),
    sites: (sites) => Promise.resolve(new Map(sites.map((rowId) => [rowId, { site_id: String(rowId) }]))),
    withSites: false,
    withIp: true,
    record: { begin: () => Promise.resolve(), end: () => Promise.resolve() },
    ...over,
  };
}

describe('the slots of exports', () => {
  test('eight exports of an account run at a time, the ninth is refused, and another account finds a slot meanwhile', async () => {
    const started = async (key: string, over: Partial<ExportPlan> = {}) => {
      const one = new EventExport(planOf(key, over));
      await one.start();
      return one;
    };
    const running = await Promise.all(Array.from({ length: 8 }, (_, at) => started(`key ${at}`)));
    const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 5 }) as Error;
    await expect(started('key 8')).rejects.toEqual(refused);
    const others = [await started('key 9', { account: mine.account + 1 })];
    await running[0]?.end(false);
    // Its slot is freed once, however often it ends.
    await running[0]?.end(false);
    others.push(await started('key 8'));
    await expect(started('key 0')).rejects.toEqual(refused);
    for (const one of [...running, ...others]) await one.end(false);
    expect(world.events.exports.size).toBe(0);
  });
});

describe('a reader that stands still', () => {
  /** A reader that has taken nothing for `stillMs` milliseconds; 0: it takes. */
  const readerOf = (name: string, stillMs: number, cut: string[]): ExportClient => ({
    stillSince: stillMs === 0 ? undefined : performance.now() - stillMs,
    cutOff: () => void cut.push(name),
  });
  const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 5 }) as Error;
  const minute = 60_000;

  test('gives way to another export of its account, the reader that stood still for longest first; one that reads, or paused a moment ago, stays', () => {
    const slots = new ExportSlots();
    const cut: string[] = [];
    const still = [0, 2 * minute, 29_000, 3 * minute, 0, 0, 0, 0];
    for (const [at, ms] of still.entries())
      slots.enter(`key ${at}`, 1, { reader: () => readerOf(`key ${at}`, ms, cut) });
    slots.enter('other', 2, { reader: () => readerOf('other', 9 * minute, cut) });
    slots.enter('key 8', 1);
    expect(cut).toEqual(['key 3']);
    slots.enter('key 9', 1);
    expect(cut).toEqual(['key 3', 'key 1']);
    expect(() => slots.enter('key 10', 1)).toThrow(refused);
    expect(slots.size).toBe(9);
  });

  test('gives way across accounts when all slots are taken, and its slot is taken once', () => {
    const slots = new ExportSlots();
    const cut: string[] = [];
    const leave = Array.from({ length: 32 }, (_, at) =>
      slots.enter(`key ${at}`, at >> 3, {
        reader: () => readerOf(`key ${at}`, [17, 5].includes(at) ? at * minute : 0, cut),
      }),
    );
    const newcomer = slots.enter('new', 77);
    // An export that was cut off leaves as well, when it notices.
    leave[17]?.();
    expect([cut, slots.size]).toEqual([['key 17'], 32]);
    slots.enter('newer', 78);
    expect(() => slots.enter('newest', 79)).toThrow(refused);
    expect([cut, slots.size]).toEqual([['key 17', 'key 5'], 32]);
    newcomer();
    slots.enter('newest', 79);
  });

  test('gives way to the same key, which has one slot', () => {
    const slots = new ExportSlots();
    const cut: string[] = [];
    let ms = 0;
    slots.enter('key', 1, { reader: () => readerOf('key', ms, cut) });
    expect(() => slots.enter('key', 1)).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfter: 5 }) as Error,
    );
    ms = minute;
    slots.enter('key', 1);
    expect([cut, slots.size]).toEqual([['key'], 1]);
  });
});

test('a running export tells how far it has come, and one that has ended tells nothing', () => {
  const slots = new ExportSlots();
  const progress = { format: 'csv', started_at: '2026-01-01T00:00:00.000Z', events: 7 } as const;
  const leave = slots.enter('key', 1, { progress: () => progress });
  expect([slots.runningOf('key'), slots.runningOf('other')]).toEqual([progress, null]);
  leave();
  expect(slots.runningOf('key')).toBeNull();
});

describe('R§9.12 the record of an export', () => {
  const openRecorded = async (over: Partial<ExportPlan> = {}) => {
    const ends: EndedExport[] = [];
    const record = {
      begin: () => Promise.resolve(),
      end: (result: EndedExport) => Promise.resolve(void ends.push(result)),
    };
    const one = new EventExport(planOf(randomUUID(), { record, ...over }));
    await one.start();
    return { one, ends };
  };
  const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  test.each([
    ['ndjson', undefined, 1200],
    ['csv', undefined, 1200],
    ['csv', [77], 0],
  ] as const)(
    'says that it is whole when all but its last bytes were handed over, and not before: %s, codes %s',
    async (format, codes, events) => {
      const { one, ends } = await openRecorded({ format, filter: codes === undefined ? {} : { codes: [...codes] } });
      const pieces: Buffer[] = [];
      for await (const piece of one.bytes()) {
        expect(ends).toEqual([]);
        // The memory of a piece is used again.
        pieces.push(Buffer.from(piece));
      }
      expect(ends).toEqual([]);
      const last = await one.last();
      expect(last.length).toBeGreaterThan(0);
      const whole = Buffer.concat([...pieces, last]);
      const told = { events, bytes: whole.length, sha256: sum(whole) };
      expect(ends).toEqual([told]);
      await one.end(true);
      expect(ends).toEqual([told]);
    },
  );

  test('takes that back when the last bytes do not leave', async () => {
    const { one, ends } = await openRecorded({ format: 'csv' });
    const bytes = one.bytes();
    for (let next = await bytes.next(); next.done !== true; next = await bytes.next());
    await one.last();
    await one.end(false);
    expect(ends.map(({ sha256 }) => sha256 === null)).toEqual([false, true]);
  });

  test('is closed when the first page cannot be read', async () => {
    const ends: EndedExport[] = [];
    const record = {
      begin: () => Promise.resolve(),
      end: (result: EndedExport) => Promise.resolve(void ends.push(result)),
    };
    const scope = () => Promise.reject(new Error('revoked'));
    await expect(new EventExport(planOf('first', { record, scope })).start()).rejects.toThrow('revoked');
    expect(ends).toMatchObject([{ events: 0, sha256: null }]);
    expect(world.events.exports.size).toBe(0);
  });
});

test('an export whose reader leaves ends at once, also while its search finds nothing to send', async () => {
  const session = await world.db.work.connect();
  try {
    await session.query('BEGIN');
    await session.query('LOCK TABLE event IN ACCESS EXCLUSIVE MODE');
    const one = new EventExport(planOf('gone', { format: 'csv', filter: { codes: [77] } }));
    const gone = new AbortController();
    const started = one.start(gone.signal);
    gone.abort(new Error('the reader is gone'));
    await expect(started).rejects.toThrow('the reader is gone');
    expect(world.events.exports.size).toBe(0);
  } finally {
    await session.query('ROLLBACK');
    session.release();
  }
});

test('an export whose reader left before it starts does not begin', async () => {
  const one = new EventExport(planOf('gone', { format: 'csv', filter: {} }));
  await expect(one.start(AbortSignal.abort(new Error('the reader is gone')))).rejects.toThrow('the reader is gone');
  expect(world.events.exports.size).toBe(0);
});

describe('an export whose key is revoked', () => {
  test('R§2.5 sends nothing more, not even a page that was read before and waited for a slow reader', async () => {
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
    // What was judged when the export began counts a moment longer.
    await timePasses(400);
    await expect(bytes.next()).rejects.toThrow('revoked');
    await one.end(false);
  });
});
