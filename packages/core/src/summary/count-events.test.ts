import { runsOf } from '@goal/db/testing';
import { severities, summaryKeys, type SummaryKey } from '@goal/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import { randomOf } from '../../test/random.ts';
import { severityNumber } from '../event/event.ts';
import type { EventFilter } from '../event/filter.ts';
import { listEvents } from '../event/list-events.ts';
import type { EventScope } from '../event/scope.ts';
import type { Position } from '../ground/position.ts';
import { countEvents, countBounds, type CountBounds } from './count-events.ts';
import { bitsOf, tally, type Group, type GroupRow } from './tally.ts';
import { zoneClock } from './zone-clock.ts';

const start = Date.UTC(2026, 9, 24, 22);
const objects = ['post', 'user', '😀'.repeat(300)];
const types = ['created', 'deleted'];
const codes = [1000, 4007];
const names = ['ada', 'bob'];

let world: EventWorld;
let account: number;
let sites: number[];
let gone: number[];
beforeAll(async () => {
  world = await openWorld();
  ({ account, sites } = await world.account(40));
  const random = randomOf(11);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; // in range
  for (const [place, site] of sites.entries()) {
    const events = Array.from({ length: place === 0 ? 900 : place < 5 ? 150 : 8 }, () =>
      newEvent({
        // Within three days around the end of summer time in Berlin.
        occurredAt: start + Math.floor(random() * 3 * 86_400_000),
        code: pick(codes),
        severity: pick(severities),
        object: pick(objects),
        eventType: pick(types),
        userId: Math.floor(random() * 3),
        username: pick(names),
        message: pick(['a word', 'another']),
      }),
    );
    await storeAll(world.store, { account, site }, events);
  }
  gone = sites.slice(1, 3);
  for (const site of gone) await world.deleteSite(site);
});
afterAll(() => world.close());

/** All events of the scope that match, from the pages of the list. */
async function listed(scope: EventScope, filter: EventFilter) {
  const all = [];
  for (let after: Position | undefined; ;) {
    const page = await listEvents(world.store, scope, filter, { limit: 200, after });
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
  from: rarely(fc.integer({ min: start, max: start + 86_400_000 })),
  to: rarely(fc.integer({ min: start + 86_400_000, max: start + 4 * 86_400_000 })),
  codes: rarely(fc.constantFrom([1000], [9])),
  notObjects: rarely(fc.constantFrom(['post'], ['😀'.repeat(300)])),
  username: rarely(fc.constantFrom('ada')),
  words: rarely(fc.constantFrom(['word'], ['none'])),
});
const someKeys = fc.uniqueArray(fc.constantFrom(...summaryKeys), { minLength: 1, maxLength: 2 });
const someZone = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu');

test('R§11.2 the parts of a count add up to a count of the list, for each scope, filter, pair of keys and zone', async () => {
  await fc.assert(
    fc.asyncProperty(
      someScope,
      someFilter,
      someKeys,
      someZone,
      someBounds,
      async (scopeNow, filter, by, zone, bounds) => {
        const scope = scopeNow();
        const rows: GroupRow[] = [];
        for (let after: Position | undefined; ;) {
          const part = await countEvents(world.store, scope, filter, { bits: bitsOf(by), after }, bounds);
          expect(part.looked).toBeLessThanOrEqual(bounds.all);
          rows.push(...part.rows);
          if (part.end === undefined) break;
          after = part.end;
        }
        const found = await toMap(tally(rows, by, zone));
        const expected = new Map<string, { events: number; newest: number }>();
        for (const event of await listed(scope, filter)) {
          const key = JSON.stringify(by.map((each) => keyOf(each, event, zone)));
          const known = expected.get(key) ?? { events: 0, newest: event.id };
          expected.set(key, { ...known, events: known.events + 1 });
        }
        expect(new Map([...found].map(([key, { events }]) => [key, events]))).toEqual(
          new Map([...expected].map(([key, { events }]) => [key, events])),
        );
        // Within a quarter of an hour the newest event of a time is not known.
        if (!by.includes('day') && !by.includes('hour'))
          for (const [key, { newest }] of found) expect(newest).toBe(expected.get(key)?.newest);

        async function toMap(groups: Group[]): Promise<Map<string, Group>> {
          const words = async (kind: 'object' | 'eventType') =>
            world.store.dictionary.words(
              account,
              kind,
              groups.map((group) => group[kind].ref),
            );
          const [objectOf, typeOf] = [await words('object'), await words('eventType')];
          const part = (each: SummaryKey, group: Group): unknown => {
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
    { numRuns: runsOf(60, 600) },
  );
});

type Listed = Awaited<ReturnType<typeof listed>>[number];

function keyOf(key: SummaryKey, event: Listed, zone: string): unknown {
  const clock = zoneClock(zone);
  const ms = Date.parse(event.occurredAt);
  if (key === 'day') return clock.day(ms);
  if (key === 'hour') return clock.hour(ms);
  if (key === 'severity') return severityNumber(event.severity);
  if (key === 'user') return [event.site, event.userId];
  if (key === 'event_type') return event.eventType;
  return event[key];
}
