import { runsOf } from '@goal/db/testing';
import { summaryKeys } from '@goal/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newEvent, storeAll, type EventWorld } from '../../test/event-world.ts';
import {
  beginningOf,
  hourMs,
  objects,
  openSummaryWorld,
  someCount,
  someFrom,
  someTo,
  start,
} from '../../test/summary-world.ts';
import { severityNumber } from '../event/event.ts';
import type { EventFilter } from '../event/read/filter.ts';
import { listEvents } from '../event/read/list-events.ts';
import type { EventScope } from '../event/scope.ts';
import type { Position } from '../ground/position.ts';
import { countEvents, countBounds, type CountBounds } from './count-events.ts';
import { slicesOf, type Slices } from './slices.ts';
import { spansOf, type GroupKey, type Spans } from './spans.ts';
import { maskOf, tally, type Group, type SummaryRow } from './tally.ts';
import { zoneClock } from './zone-clock.ts';

let world: EventWorld;
let account: number;
let sites: number[];
let gone: number[];
beforeAll(async () => {
  ({ world, account, sites } = await openSummaryWorld());
  gone = sites.slice(1, 3);
  for (const site of gone) await world.deleteSite(site);
});
afterAll(() => world.close());

/** All events of the scope that match, from the pages of the list. */
async function listed(scope: EventScope, filter: EventFilter) {
  const all = [];
  for (let after: Position | undefined; ;) {
    const page = await listEvents(world, scope, filter, { limit: 200, after });
    all.push(...page.events);
    if (page.next === undefined) return all;
    after = page.next;
  }
}

const someBounds: fc.Arbitrary<CountBounds> = fc
  .record({
    stride: fc.integer({ min: 1, max: 400 }),
    mergeReads: fc.integer({ min: 40, max: 400 }),
    mergeSites: fc.integer({ min: 1, max: 50 }),
    mergeRows: fc.integer({ min: 1, max: 50 }),
    all: fc.integer({ min: 400, max: 1500 }),
    timeoutMs: fc.constantFrom(countBounds.timeoutMs, -1),
  })
  .map((bounds) => ({ ...countBounds, ...bounds }));

const someScope = fc.constantFrom('site', 'account', 'few sites', 'many sites').map((kind) => (): EventScope => {
  if (kind === 'site') return { account, kind, site: sites[0] ?? 0 };
  if (kind === 'account') return { account, kind, gone };
  return { account, kind: 'sites', sites: kind === 'few sites' ? sites.slice(20, 23) : sites.slice(3) };
});

const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const someFilter: fc.Arbitrary<EventFilter> = fc.record({
  from: rarely(someFrom),
  to: rarely(someTo),
  codes: rarely(fc.constantFrom([1000], [9])),
  notObjects: rarely(fc.constantFrom(['post'], objects.slice(2))),
  username: rarely(fc.constantFrom('ada')),
  words: rarely(fc.constantFrom(['word'], ['none'])),
});
/** Slices of the range stand in place of days and hours. */
const someKeys: fc.Arbitrary<GroupKey[]> = fc
  .uniqueArray(fc.constantFrom<GroupKey>(...summaryKeys, 'bucket'), { minLength: 1, maxLength: 2 })
  .filter((keys) => !keys.includes('bucket') || (!keys.includes('day') && !keys.includes('hour')));
const someZone = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu');

test('R§11.2 R§11.3 the parts of a count add up to a count of the list, for each scope, filter, pair of keys, zone and number of slices', async () => {
  await fc.assert(
    fc.asyncProperty(
      someScope,
      someFilter,
      someKeys,
      someZone,
      someBounds,
      someCount,
      async (scopeNow, asked, by, zone, bounds, count) => {
        const scope = scopeNow();
        const slices = by.includes('bucket') ? slicesOf(asked, count) : undefined;
        const filter = slices === undefined ? asked : { ...asked, from: slices.from };
        const spans = spansOf(by, zone, { from: filter.from ?? start, to: filter.to }, slices);
        const rows: SummaryRow[] = [];
        const candidates = await listed(scope, { from: filter.from, to: filter.to });
        let looked = 0;
        for (let after: Position | undefined; ;) {
          const part = await countEvents(world, scope, filter, { keyMask: maskOf(by), spans, after }, bounds);
          expect(part.looked).toBeLessThanOrEqual(bounds.all);
          rows.push(...part.rows);
          if (part.end === undefined) break;
          // A part tells the time of its last candidate, and each part has one.
          expect(part.looked).toBeGreaterThan(0);
          looked += part.looked;
          expect(part.end.lastAt).toBe(Date.parse(candidates[looked - 1]?.occurredAt ?? ''));
          after = part.end;
        }
        const found = await toMap(tally(rows, spans));
        const expected = new Map<string, { events: number; newest: number }>();
        for (const event of await listed(scope, filter)) {
          const key = JSON.stringify(by.map((each) => keyOf(each, event, zone, slices)));
          const known = expected.get(key) ?? { events: 0, newest: event.id };
          expected.set(key, { ...known, events: known.events + 1 });
        }
        expect(new Map([...found].map(([key, { events }]) => [key, events]))).toEqual(
          new Map([...expected].map(([key, { events }]) => [key, events])),
        );
        for (const [key, { newest }] of found) expect(newest).toBe(expected.get(key)?.newest);

        async function toMap(groups: Group[]): Promise<Map<string, Group>> {
          const words = async (kind: 'object' | 'eventType') =>
            world.events.dictionary.words(
              account,
              kind,
              groups.map((group) => group[kind].ref),
            );
          const [objectOf, typeOf] = [await words('object'), await words('eventType')];
          const part = (each: GroupKey, group: Group): unknown => {
            if (each === 'bucket') return group.time;
            if (each === 'day' || each === 'hour')
              return by.includes('hour') && each === 'day' ? group.time.slice(0, 10) : group.time;
            if (each === 'severity') return group.severity;
            if (each === 'code') return group.code;
            if (each === 'object') return group.object.text ?? objectOf(group.object.ref);
            if (each === 'event_type') return group.eventType.text ?? typeOf(group.eventType.ref);
            return each === 'user' ? [group.site, group.userId] : group.site;
          };
          return new Map(groups.map((group) => [JSON.stringify(by.map((each) => part(each, group))), group]));
        }
      },
    ),
    { numRuns: runsOf(10, 1000) },
  );
});

type Listed = Awaited<ReturnType<typeof listed>>[number];

function keyOf(key: GroupKey, event: Listed, zone: string, slices?: Slices): unknown {
  const clock = zoneClock(zone);
  const ms = Date.parse(event.occurredAt);
  if (key === 'bucket') return slices && beginningOf(slices, ms);
  if (key === 'day') return clock.day(ms);
  if (key === 'hour') return clock.hour(ms);
  if (key === 'severity') return severityNumber(event.severity);
  if (key === 'user') return [event.site, event.userId];
  if (key === 'event_type') return event.eventType;
  return event[key];
}

test('R§11.3 both ends of the range count, and each edge belongs to the slice that it begins', async () => {
  const { account: own, sites: ownSites } = await world.account(1);
  const site = ownSites[0] ?? 0;
  const from = Date.UTC(2026, 4, 1);
  const moments = [-1, 0, 1, hourMs - 1, hourMs, 2 * hourMs - 1, 2 * hourMs, 3 * hourMs - 1, 3 * hourMs];
  await storeAll(
    world,
    { account: own, site },
    moments.map((ms) => newEvent({ occurredAt: from + ms })),
  );
  const count = async (to: number, buckets: number) => {
    const slices = slicesOf({ from, to }, buckets);
    const scope: EventScope = { account: own, kind: 'site', site };
    const spans = spansOf(['bucket'], 'UTC', {}, slices);
    const { rows } = await countEvents(
      world,
      scope,
      { from: slices.from, to },
      { keyMask: maskOf(['bucket']), spans, after: undefined },
    );
    const groups = tally(rows, spans);
    return Object.fromEntries(groups.map(({ time, events }) => [time.slice(11), events]));
  };
  expect(await count(from + 3 * hourMs - 1, 3)).toEqual({ '00:00:00.000Z': 3, '01:00:00.000Z': 2, '02:00:00.000Z': 2 });
  // One more millisecond makes each slice one millisecond longer.
  expect(await count(from + 3 * hourMs, 3)).toEqual({ '00:00:00.000Z': 4, '01:00:00.001Z': 2, '02:00:00.002Z': 2 });
  expect(await count(from, 120)).toEqual({ '00:00:00.000Z': 1 });
  expect(await count(from + 1, 120)).toEqual({ '00:00:00.000Z': 1, '00:00:00.001Z': 1 });
  expect(await count(Date.UTC(9999, 0), 1)).toEqual({ '00:00:00.000Z': 8 });
  // A question without an end finds events behind its last edge: the last slice and day hold them.
  await storeAll(world, { account: own, site }, [newEvent({ occurredAt: from + 30 * 24 * hourMs })]);
  const ahead = async (by: GroupKey[], spans: Spans | undefined) => {
    const scope: EventScope = { account: own, kind: 'site', site };
    const { rows } = await countEvents(world, scope, { from }, { keyMask: maskOf(by), spans, after: undefined });
    return Object.fromEntries(tally(rows, spans).map(({ time, events }) => [time.slice(0, 16), events]));
  };
  const twoHours = { from, to: from + 2 * hourMs - 1, ms: hourMs };
  expect(await ahead(['bucket'], spansOf(['bucket'], 'UTC', {}, twoHours))).toEqual({
    '2026-05-01T00:00': 3,
    '2026-05-01T01:00': 6,
  });
  expect(await ahead(['day'], spansOf(['day'], 'UTC', { from, to: from }, undefined))).toEqual({ '2026-05-01': 9 });
});
