import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { severities } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openWorld, storeAll, type EventWorld } from '../../../test/event-world.ts';
import { randomOf } from '../../../test/random.ts';
import { readAs, type How } from '../../../test/read-as.ts';
import { codes, inNetwork, objects, someEvent, start, types, usernames, users } from '../../../test/some-event.ts';
import type { NewEvent } from '../event.ts';
import type { EventFilter } from './filter.ts';
import { listEvents } from './list-events.ts';
import { isBehind, type Order, type Position } from '../../ground/position.ts';
import { covers, type EventScope } from '../scope.ts';
import type { SearchBounds } from './search-step.ts';

/** A stored event as the model sees it. */
type Known = NewEvent & { id: number; account: number; site: number; lower: string };

let world: EventWorld;
let events: Known[];
let accounts: { account: number; sites: number[]; gone: number[] }[];

/** A large, skewed account; one with many events per millisecond; one nearly empty. */
beforeAll(async () => {
  world = await openWorld();
  const random = randomOf(7);
  accounts = [];
  const sent = new Map<string, { event: NewEvent; account: number; site: number }>();
  for (const { sites: count, total, span } of [
    { sites: 320, total: 16_000, span: 40 * 24 * 3_600_000 },
    { sites: 30, total: 2500, span: 40 },
    { sites: 3, total: 5, span: 2 },
  ]) {
    const { account, sites } = await world.account(count);
    const bySite = new Map<number, NewEvent[]>();
    for (let n = 0; n < total; n += 1) {
      const site = sites[Math.floor(random() ** 4 * sites.length)] as number; // in range: random is below 1
      const event = someEvent(random, span);
      sent.set(event.eventUuid ?? '', { event, account, site });
      bySite.set(site, [...(bySite.get(site) ?? []), event]);
    }
    for (const [site, list] of bySite) await storeAll(world, { account, site }, list);
    // The first site is the largest.
    const gone = sites.filter((_, index) => index === 0 || index % 13 === 5);
    for (const site of gone) await world.deleteSite(site);
    accounts.push({ account, sites, gone });
  }
  const { rows } = await world.db.work.query<{ id: number; event_uuid: string }>('select id, event_uuid from event');
  events = rows.map(({ id, event_uuid }) => {
    const known = sent.get(event_uuid);
    if (known === undefined) throw new Error('an event that nobody sent');
    return { ...known.event, id, account: known.account, site: known.site, lower: known.event.message.toLowerCase() };
  });
  events.sort((a, b) => b.occurredAt - a.occurredAt || b.id - a.id);
});
afterAll(() => world.close());
const positionOf = (event: Known): Position => ({ time: event.occurredAt, id: event.id });

function inRange(event: Known, scope: EventScope, { from = -Infinity, to = Infinity }: EventFilter): boolean {
  return (
    event.account === scope.account && covers(scope, event.site) && event.occurredAt >= from && event.occurredAt <= to
  );
}

function matches(event: Known, filter: EventFilter): boolean {
  return (
    (filter.codes?.includes(event.code) ?? true) &&
    (filter.userId === undefined || filter.userId === event.userId) &&
    (filter.object === undefined || filter.object === event.object) &&
    (filter.eventType === undefined || filter.eventType === event.eventType) &&
    (filter.severities?.includes(event.severity) ?? true) &&
    !(filter.notCodes?.includes(event.code) ?? false) &&
    (filter.username === undefined || filter.username === event.username) &&
    !(filter.notUsernames?.includes(event.username) ?? false) &&
    (filter.network === undefined || (inNetwork[filter.network]?.includes(event.ip ?? '') ?? false)) &&
    !(filter.notObjects?.includes(event.object) ?? false) &&
    !(filter.notEventTypes?.includes(event.eventType) ?? false) &&
    (filter.words ?? []).every((word) => event.lower.includes(word.toLowerCase()))
  );
}

const rarely = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
/** Moments at which an event occurred, and the milliseconds beside them. */
const someMoment = fc
  .tuple(fc.nat(), fc.integer({ min: -1, max: 1 }))
  .map(([index, off]) => (events[index % events.length]?.occurredAt ?? 0) + off);

const someFilter: fc.Arbitrary<EventFilter> = fc.record({
  from: rarely(someMoment),
  to: rarely(someMoment),
  codes: rarely(fc.uniqueArray(fc.constantFrom(...codes, 99), { minLength: 1, maxLength: 4 })),
  userId: rarely(fc.constantFrom(...users, 99)),
  object: rarely(fc.constantFrom(...objects, 'never seen', 'y'.repeat(255), '€'.repeat(400))),
  eventType: rarely(fc.constantFrom(...types, 'never seen')),
  severities: rarely(fc.uniqueArray(fc.constantFrom(...severities), { minLength: 1, maxLength: 5 })),
  notCodes: rarely(fc.uniqueArray(fc.constantFrom(...codes, 99), { minLength: 1, maxLength: 4 })),
  username: rarely(fc.constantFrom(...usernames, 'never seen')),
  notUsernames: rarely(fc.uniqueArray(fc.constantFrom(...usernames, 'never seen'), { minLength: 1, maxLength: 3 })),
  network: rarely(fc.constantFrom(...Object.keys(inNetwork))),
  notObjects: rarely(
    fc.uniqueArray(fc.constantFrom(...objects, 'never seen', '€'.repeat(400)), { minLength: 1, maxLength: 3 }),
  ),
  notEventTypes: rarely(fc.uniqueArray(fc.constantFrom(...types, 'never seen'), { minLength: 1, maxLength: 3 })),
  words: rarely(
    fc.uniqueArray(fc.constantFrom('pass', 'WORD', 'ärg', '%', '_', '\\', 'post', 'zzz', '"', "'s", '«Q'), {
      minLength: 1,
      maxLength: 3,
    }),
  ),
});

/** A scope of one of the accounts, from random numbers. */
const someScope = fc
  .record({
    index: fc.constantFrom(0, 0, 0, 1, 2),
    kind: fc.constantFrom('site', 'account', 'sites'),
    draw: fc.nat(),
    count: fc.integer({ min: 0, max: 300 }),
  })
  .map(({ index, kind, draw, count }): EventScope => {
    const { account, sites, gone } = accounts[index] ?? { account: 0, sites: [], gone: [] };
    if (kind === 'site') return { account, kind, site: sites[draw % sites.length] ?? 0 };
    if (kind === 'account') return { account, kind, gone: draw % 3 === 0 ? [] : gone };
    // Groups may begin anywhere in the account, so that they hold small sites as well as large
    // ones.
    const first = draw % sites.length;
    return { account, kind: 'sites', sites: [...sites.slice(first), ...sites.slice(0, first)].slice(0, count) };
  });

const someStart = fc.option(fc.nat(), { nil: undefined }).map((index) => {
  const event = index === undefined ? undefined : events[index % events.length];
  return event && positionOf(event);
});

const someOrder = fc.constantFrom<Order>('desc', 'asc');
const someHow = fc.constantFrom<How>('rows', 'large', 'small');

/** Walks through some pages and compares each with the model. */
async function compare(
  scope: EventScope,
  filter: EventFilter,
  walk: { limit: number; first: Position | undefined; pages: number; order: Order; how: How },
  bounds?: SearchBounds,
) {
  const { limit, first, pages, order, how } = walk;
  let after = first;
  const from = (list: Known[], position: Position): Known[] =>
    list.slice(1 + list.findLastIndex((event) => !isBehind(positionOf(event), position, order)));
  let rest = (order === 'desc' ? events : events.toReversed()).filter((event) => inRange(event, scope, filter));
  if (first !== undefined) rest = from(rest, first);
  let expected = rest.filter((event) => matches(event, filter));
  for (let count = 0; count < pages; count += 1) {
    const { ids: page, next, isCut } = await readAs(how, world, scope, filter, { limit, after, order }, bounds);
    expect(page).toEqual(expected.slice(0, Math.min(limit, page.length)).map((event) => event.id));
    if (next === undefined) {
      expect(page).toHaveLength(expected.length);
      return;
    }
    const left = from(rest, next);
    const leftOfExpected = from(expected, next);
    // A list tells the time of the last event of its scope up to there, of no other event.
    if (how === 'rows') expect(next).toMatchObject({ lastAt: rest.at(-left.length - 1)?.occurredAt });
    // No match lies between the page and the position where the next one begins.
    expect(leftOfExpected).toHaveLength(expected.length - page.length);
    if (page.length < limit && !isCut)
      expect(rest.length - left.length).toBeGreaterThanOrEqual(bounds?.candidates ?? 10_000);
    // The position advances, so that a walk ends.
    expect(after === undefined || isBehind(next, after, order)).toBe(true);
    after = next;
    [rest, expected] = [left, leftOfExpected];
  }
}

describe('listEvents against a plain model', () => {
  test('R§6.2 R§6.3 R§6.4 I§6.R1 every page of every scope and filter holds exactly what matches, in order, and ends exactly at the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        someScope,
        someFilter,
        fc.integer({ min: 1, max: 200 }),
        someStart,
        fc.tuple(someOrder, someHow),
        (scope, filter, limit, first, [order, how]) => compare(scope, filter, { limit, first, order, how, pages: 5 }),
      ),
      { numRuns: runsOf(10, 1000) },
    );
  });

  test('R§6.4 the same with steps so small that a search meets all its bounds', async () => {
    const small = fc.record({
      candidates: fc.integer({ min: 1, max: 25 }),
      timeoutMs: fc.constantFrom(-1, 2),
      stride: fc.integer({ min: 5, max: 60 }),
      mergeSites: fc.integer({ min: 1, max: 40 }),
      mergeRows: fc.integer({ min: 1, max: 9 }),
      mergeReads: fc.integer({ min: 4, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(
        someScope,
        someFilter,
        fc.integer({ min: 1, max: 6 }),
        fc.tuple(someStart, someOrder, someHow),
        small,
        (scope, filter, limit, [first, order, how], bounds) =>
          compare(scope, filter, { limit, first, order, how, pages: 3 }, bounds),
      ),
      { numRuns: runsOf(10, 1000) },
    );
  });

  test('R§6.4 the same for groups of quiet sites, whose lists are merged', async () => {
    const quiet = fc.tuple(fc.nat(), fc.integer({ min: 3, max: 60 })).map(([draw, count]): EventScope => {
      const { account, sites } = accounts[0] ?? { account: 0, sites: [] };
      const first = 60 + (draw % 200);
      return { account, kind: 'sites', sites: sites.slice(first, first + count) };
    });
    const broad = fc.constantFrom<EventFilter>(
      {},
      { codes: [0, 1, 2] },
      { severities: ['info', 'low', 'medium', 'high'] },
      { words: ['a'] },
    );
    const small = fc.record({
      candidates: fc.constantFrom(1, 1_000_000),
      timeoutMs: fc.constant(-1),
      stride: fc.constant(20),
      mergeSites: fc.integer({ min: 1, max: 10 }),
      mergeRows: fc.integer({ min: 1, max: 5 }),
      mergeReads: fc.integer({ min: 10, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(
        quiet,
        broad,
        fc.integer({ min: 1, max: 20 }),
        fc.tuple(someStart, someOrder, someHow),
        small,
        (scope, filter, limit, [first, order, how], bounds) =>
          compare(scope, filter, { limit, first, order, how, pages: 4 }, bounds),
      ),
      { numRuns: runsOf(10, 1000) },
    );
  });

  test('R§6.2 R§6.4 a walk through the events of one millisecond finds every one', async () => {
    const { account } = accounts[1] ?? { account: 0 };
    const time = events.find((event) => event.account === account)?.occurredAt ?? 0;
    const scope: EventScope = { account, kind: 'account', gone: [] };
    for (const order of ['desc', 'asc'] as const)
      await compare(scope, { from: time, to: time }, { limit: 7, first: undefined, pages: 50, order, how: 'rows' });
  });

  test('R§6.6 an event comes back with every field as it was sent', async () => {
    const known = events.find((event) => event.account === accounts[1]?.account) as Known; // there are 2,500
    const { events: page } = await listEvents(
      world,
      { account: known.account, kind: 'site', site: known.site },
      {},
      { limit: 200 },
    );
    const { id, site, occurredAt, code, severity, object, eventType, userId, username, message, ip } = known;
    expect(page.find((event) => event.id === id)).toEqual({
      id,
      site,
      occurredAt: new Date(occurredAt).toISOString(),
      receivedAt: expect.any(String),
      code,
      severity,
      object,
      eventType,
      userId,
      username,
      message,
      ip,
      redactedAt: null,
    });
  });

  test('R§5.6 an account whose sites are all deleted has no events', async () => {
    const { account, sites } = accounts[0] ?? { account: 0, sites: [] };
    const { db } = world;
    await db.work.query('delete from site where account_no = $1', [account]);
    const page = await listEvents(world, { account, kind: 'account', gone: sites }, { codes: [0] }, { limit: 5 });
    expect(page).toEqual({ events: [], next: undefined });
  });

  test('R§2.9 from after to is an empty result', async () => {
    const scope: EventScope = { account: accounts[0]?.account ?? 0, kind: 'account', gone: [] };
    expect(await listEvents(world, scope, { from: start + 1, to: start }, { limit: 5 })).toEqual({
      events: [],
      next: undefined,
    });
  });
});
