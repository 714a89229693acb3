import { randomUUID } from 'node:crypto';

import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { severities } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newEvent, one, openWorld, storeAll, type EventWorld } from '../../../test/event-world.ts';
import type { NewEvent } from '../event.ts';
import { getEvent } from '../read/get-event.ts';
import { listEvents } from '../read/list-events.ts';
import { purgeEvents } from '../gone/purge-events.ts';
import type { EventScope } from '../scope.ts';
import { bytesOf } from './store-row.ts';
import { storeEvents } from './store-events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const countOf = (account: number): Promise<number> =>
  one(world.db, 'select count(*) as value from event where account = $1', [account]);

describe('storeEvents', () => {
  test('R§7.2 every field comes back as it was sent', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    const sent = newEvent({
      code: 2 ** 53 - 1,
      userId: 2 ** 53 - 1,
      postId: 2 ** 53 - 1,
      severity: 'critical',
      object: 'quote " and \\ and {curly},',
      eventType: 'NULL',
      message: 'line\nbreak, "quoted", back\\slash, 🎉, null, {}',
      username: '',
      userAgent: 'z'.repeat(1024),
      sessionId: 'NULL',
      postType: '"',
      postStatus: '\\',
    });
    expect(await storeEvents(world, { account, site }, [sent])).toEqual({
      accepted: 1,
      duplicates: 0,
      gone: false,
    });
    const {
      events: [row],
    } = await listEvents(world, { account, kind: 'site', site }, {}, { limit: 1 });
    const { eventUuid, ...fields } = sent;
    const occurredAt = new Date(sent.occurredAt).toISOString();
    expect(eventUuid).not.toBeNull();
    const scope = { account, kind: 'site', site } as const;
    const shown = { ...fields, occurredAt, receivedAt: expect.any(String), id: row?.id, site, redactedAt: null };
    expect(await getEvent(world, scope, row?.id ?? 0)).toEqual(shown);
    // An event of the account outside the scope looks like an unknown one.
    expect(await getEvent(world, { account, kind: 'site', site: site + 1 }, row?.id ?? 0)).toBeUndefined();
    expect(await getEvent(world, { account: account + 1, kind: 'site', site }, row?.id ?? 0)).toBeUndefined();
    expect(await getEvent(world, { account, kind: 'account', gone: [site] }, row?.id ?? 0)).toBeUndefined();
    expect(await getEvent(world, { account, kind: 'sites', sites: [] }, row?.id ?? 0)).toBeUndefined();
    expect(await getEvent(world, scope, (row?.id ?? 0) + 1)).toBeUndefined();
  });

  test('R§7.5 an event_uuid is stored once per site, within a request and across requests, whatever its other fields; the first stays', async () => {
    const {
      account,
      sites: [site = 0, other = 0],
    } = await world.account(2);
    const first = newEvent({ message: 'first' });
    const second = { ...first, message: 'second', occurredAt: first.occurredAt + 1 };
    expect(await storeEvents(world, { account, site }, [first, second, newEvent()])).toEqual({
      accepted: 2,
      duplicates: 1,
      gone: false,
    });
    expect(await storeEvents(world, { account, site }, [second])).toEqual({
      accepted: 0,
      duplicates: 1,
      gone: false,
    });
    expect(await storeEvents(world, { account, site: other }, [second])).toEqual({
      accepted: 1,
      duplicates: 0,
      gone: false,
    });
    const without = newEvent({ eventUuid: null });
    expect(await storeEvents(world, { account, site }, [without, without])).toEqual({
      accepted: 2,
      duplicates: 0,
      gone: false,
    });
    const { events } = await listEvents(world, { account, kind: 'site', site }, {}, { limit: 10 });
    expect(events.map((event) => event.message).sort()).toEqual([
      'Changed a post',
      'Changed a post',
      'Changed a post',
      'first',
    ]);
  });

  test('R§7.5 when 16 writers in two processes race with the same events, each event is accepted once', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    const other = await world.another();
    const events = upTo(300).map((n) => newEvent({ message: `${n}` }));
    const shuffled = (): NewEvent[] => [...events].sort(() => Math.random() - 0.5);
    const results = await Promise.all(
      upTo(16).map(async (writer) => {
        let accepted = 0;
        const size = writer % 2 === 0 ? 100 : 7;
        const mine = shuffled();
        for (let at = 0; at < mine.length; at += size) {
          const result = await storeEvents(writer < 8 ? world : other, { account, site }, mine.slice(at, at + size));
          accepted += result.accepted;
        }
        return accepted;
      }),
    );
    expect(results.reduce((sum, n) => sum + n)).toBe(300);
    expect(await countOf(account)).toBe(300);
  });

  test('R§2.5 R§5.6 events of a site that was deleted meanwhile are reported as gone, hidden, and marked to be reclaimed', async () => {
    const {
      account,
      sites: [site = 0, live = 0],
    } = await world.account(2);
    await world.deleteSite(site);
    await world.db.work.query('delete from gone_site where site = $1', [site]); // as if the request had taken very long
    const [late, fine] = await Promise.all([
      storeEvents(world, { account, site }, [newEvent()]),
      storeEvents(world, { account, site: live }, [newEvent()]),
    ]);
    expect([late.gone, fine.gone]).toEqual([true, false]);
    expect(await one(world.db, 'select count(*) as value from gone_site where site = $1', [site])).toBe(1);
  });
});

describe('counters and tail', () => {
  const someBatch = fc.array(
    fc.record({
      site: fc.nat({ max: 2 }),
      uuid: fc.nat({ max: 40 }),
      day: fc.nat({ max: 3 }),
      severity: fc.constantFrom(...severities),
      message: fc.constantFrom('plain', 'ü€🎉', ''),
      userAgent: fc.constantFrom(null, 'agent'),
    }),
    { minLength: 1, maxLength: 60 },
  );
  const uuids = upTo(41).map(() => randomUUID());

  test('R§9.3 R§9.2 kept and accepted counters agree with the events after duplicates, races and purges; the tail is dense and covers every event', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someBatch, { minLength: 1, maxLength: 8 }),
        fc.nat({ max: 3 }),
        fc.integer({ min: 1, max: 30 }),
        async (batches, purgedSite, limit) => {
          const { account, sites } = await world.account(3);
          const start = Date.UTC(2026, 0, 1, 23, 59);
          const known = new Map<string, NewEvent>();
          await Promise.all(
            batches.flatMap((batch) =>
              sites.map((site, index) => {
                const list = batch.filter((event) => event.site === index);
                const events = list.map(({ uuid, day, severity, message, userAgent }) => {
                  // One uuid is always the same event, so that it does not matter which writer was
                  // first.
                  const key = `${site} ${uuid}`;
                  const event =
                    known.get(key) ??
                    newEvent({
                      eventUuid: uuids[uuid] ?? null,
                      occurredAt: start + day * 86_400_000,
                      severity,
                      message,
                      userAgent,
                    });
                  known.set(key, event);
                  return event;
                });
                return storeEvents(world, { account, site }, events);
              }),
            ),
          );
          const accepted = [...known].map(([key, event]) => ({ site: Number(key.split(' ')[0]), event }));
          const counted = await world.db.work.query<{ site: number; events: string; bytes: string }>(
            'select site, events, bytes from accepted where account = $1 order by site',
            [account],
          );
          expect(counted.rows).toEqual(
            sites.flatMap((site) => {
              const mine = accepted.filter((one) => one.site === site);
              const bytes = mine.reduce((sum, { event }) => sum + bytesOf(event), 0);
              return mine.length === 0 ? [] : [{ site, events: mine.length, bytes }];
            }),
          );

          const site = sites[purgedSite];
          if (site !== undefined) await purgeEvents(world, { account, site, olderThan: start + 86_400_000, limit });
          const kept = await world.db.work.query(
            'select site, day::text, severity, n from kept where account = $1 and n <> 0 order by 1, 2, 3',
            [account],
          );
          const stored = await world.db.work.query(
            `select site, (occurred_at at time zone 'utc')::date::text as day, severity, count(*) as n from event where account = $1 group by 1, 2, 3 order by 1, 2, 3`,
            [account],
          );
          expect(kept.rows).toEqual(stored.rows);

          const tail = await world.db.work.query<{ seq: number; first_id: number; last_id: number }>(
            'select seq, first_id, last_id from tail where account = $1 order by seq',
            [account],
          );
          expect(tail.rows.map((row) => row.seq)).toEqual(tail.rows.map((_, index) => index + 1));
          expect(await one(world.db, 'select last as value from tail_head where account = $1', [account])).toBe(
            tail.rows.length,
          );
          const ids = await world.db.work.query<{ id: number }>('select id from event where account = $1', [account]);
          for (const { id } of ids.rows) {
            expect(tail.rows.filter((row) => row.first_id <= id && id <= row.last_id)).toHaveLength(1);
          }
        },
      ),
      { numRuns: runsOf(25, 500) },
    );
  });

  test('kept counts by the UTC day of occurrence', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    const late = Date.UTC(2026, 2, 1) - 1;
    await storeEvents(world, { account, site }, [newEvent({ occurredAt: late }), newEvent({ occurredAt: late + 1 })]);
    const { rows } = await world.db.work.query('select day::text, n from kept where account = $1 order by day', [
      account,
    ]);
    expect(rows).toEqual([
      { day: dayOf(late), n: 1 },
      { day: dayOf(late + 1), n: 1 },
    ]);
  });
});

describe('reading while others write', () => {
  test('R§6.4 a walk through the pages returns every event that was there when it began exactly once', async () => {
    const { account, sites } = await world.account(4);
    const span = 5000;
    const start = Date.UTC(2026, 4, 1);
    const some = (n: number): NewEvent[] =>
      upTo(n).map(() => newEvent({ occurredAt: start + Math.floor(Math.random() * span) }));
    for (const site of sites) await storeAll(world, { account, site }, some(400));
    const before = await world.db.work.query<{ id: number }>('select id from event where account = $1', [account]);
    let isWalking = true;
    const writers = sites.map(async (site) => {
      while (isWalking) await storeEvents(world, { account, site }, some(20));
    });
    const scopes: EventScope[] = [
      { account, kind: 'account', gone: [] },
      { account, kind: 'sites', sites },
      { account, kind: 'account', gone: [0] },
    ];
    const walks = scopes.map(async (scope) => {
      const seen: number[] = [];
      let after;
      do {
        const page = await listEvents(world, scope, {}, { limit: 37, after });
        seen.push(...page.events.map((event) => event.id));
        after = page.next;
      } while (after !== undefined);
      return seen;
    });
    const seen = await Promise.all(walks);
    isWalking = false;
    await Promise.all(writers);
    for (const ids of seen) {
      const distinct = new Set(ids);
      expect(distinct.size).toBe(ids.length);
      expect(before.rows.filter(({ id }) => !distinct.has(id))).toEqual([]);
    }
  });
});
