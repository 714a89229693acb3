import { csvField } from '@goal/contract';
import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import type { EventRow, NewEvent } from '../event/event.ts';
import { listEvents, readPage } from '../event/read/list-events.ts';
import type { EventScope } from '../event/scope.ts';
import { csvOf } from './csv.ts';
import type { Format } from './format.ts';
import { Names } from './names.ts';
import { ndjsonOf } from './ndjson.ts';
import { textOf } from './page-text.ts';
import { writePage } from './write-page.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const siteName = 'Say "hi", \\N\n=1';
const siteOf = (site: number) => ({ site_id: `site ${site}`, domain: 'shop.example.com', site_name: siteName });

/**
 * What a text may contain: characters with a meaning in COPY, JSON, CSV and spreadsheets, every
 * control character, and letters of one to four bytes.
 */
const pieces = [
  ...Array.from({ length: 31 }, (_, code) => String.fromCharCode(code + 1)),
  ...'"\'\\,;=+-@＝＠|{}\u007f\u0080\u00a0\u200b\u2028\ufeff\u{e0041}é€😀'.split(/(?:)/u),
  '\\N',
  '\\.',
  '\\t',
  '\\\\',
  '\r\n',
  '""',
  'word',
];
const someText = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((list) => list.join(''));
const someEvent: fc.Arbitrary<NewEvent> = fc
  .record({
    message: someText,
    username: someText,
    // The last two are too long for the dictionary and stay in the event.
    object: fc.oneof(someText, fc.constantFrom('😀'.repeat(255), `${'😀'.repeat(254)}"`)),
    eventType: fc.oneof(someText, fc.constant(`=${'😀'.repeat(254)}`)),
    code: fc.constantFrom(0, 7, 2 ** 53 - 1),
    userId: fc.constantFrom(0, 2 ** 40),
    ip: fc.constantFrom(null, '203.0.113.7', '2001:db8::1', '::', '64:ff9b::c000:221'),
    severity: fc.constantFrom('info', 'low', 'medium', 'high', 'critical'),
    occurredAt: fc.constantFrom(0, 1, 10, 120, 999).map((ms) => Date.UTC(2026, 0, 1) + ms),
  })
  .map((fields) => newEvent(fields));

/** Stores the events. Returns them as the list shows them and as an export writes them. */
async function written(
  events: NewEvent[],
  format: Format,
): Promise<{ listed: EventRow[]; text: string; events: number }> {
  const { account, sites } = await world.account(1);
  const [site = 0] = sites;
  await storeAll(world, { account, site }, events);
  const scope: EventScope = { account, kind: 'account', gone: [] };
  const { events: listed } = await listEvents(world, scope, {}, { limit: 200 });
  const page = await readPage(world, textOf(world.db, Buffer.alloc(100)), scope, {}, { limit: 1 });
  expect(page.count).toBe(1);
  const memory = Buffer.alloc(1024 * 1024);
  const { found } = await readPage(world, textOf(world.db, memory), scope, {}, { limit: 200 });
  const names = new Names(format, {
    dictionary: world.events.dictionary,
    account,
    sites: (numbers) => Promise.resolve(new Map(numbers.map((rowId) => [rowId, siteOf(rowId)]))),
  });
  const { bytes, events: count } = await writePage(Buffer.concat(found.map((one) => one.bytes)), format, names, {
    bytes: Buffer.alloc(1),
  });
  return { listed, text: bytes.toString(), events: count };
}

const viewOf = (event: EventRow): Record<string, unknown> => ({
  id: event.id,
  occurred_at: event.occurredAt,
  received_at: event.receivedAt,
  code: event.code,
  severity: event.severity,
  object: event.object,
  event_type: event.eventType,
  user_id: event.userId,
  username: event.username,
  message: event.message,
  ...siteOf(event.site),
  ...(event.ip === null ? {} : { ip: event.ip }),
});

describe('an export, whatever its events contain', () => {
  test('writes as a line exactly what JSON.stringify makes of the listed event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someEvent, { minLength: 1, maxLength: 200 }), async (events) => {
        const { listed, text, events: count } = await written(events, ndjsonOf({ withIp: true }));
        expect(text).toBe(listed.map((event) => `${JSON.stringify(viewOf(event))}\n`).join(''));
        expect(count).toBe(events.length);
      }),
      { numRuns: runsOf(20, 500) },
    );
  });

  test('R§9.8 writes as a row the same values in quotes, and no text that begins like a formula', async () => {
    const field = (value: unknown): string => (typeof value === 'number' ? String(value) : csvField(String(value)));
    const plain = new Set(['occurred_at', 'received_at', 'severity', 'site_id', 'ip']);
    await fc.assert(
      fc.asyncProperty(fc.array(someEvent, { minLength: 1, maxLength: 200 }), async (events) => {
        const { listed, text } = await written(events, csvOf({ withSites: true, withIp: true, withRedacted: false }));
        const rows = listed.map((event) =>
          Object.entries({ ...viewOf(event), ip: event.ip ?? '' })
            .map(([name, value]) => (plain.has(name) ? String(value) : field(value)))
            .join(','),
        );
        expect(text).toBe(rows.map((row) => `\r\n${row}`).join(''));
      }),
      { numRuns: runsOf(20, 500) },
    );
  });

  test('skips an event whose site was deleted', async () => {
    const { account, sites } = await world.account(2);
    const [gone = 0, left = 0] = sites;
    for (const site of sites) await storeAll(world, { account, site }, [newEvent({})]);
    const memory = Buffer.alloc(10_000);
    const scope: EventScope = { account, kind: 'account', gone: [] };
    const { found } = await readPage(world, textOf(world.db, memory), scope, {}, { limit: 10 });
    const { dictionary } = world.events;
    const ndjson = ndjsonOf({ withIp: true });
    const names = new Names(ndjson, {
      dictionary,
      account,
      sites: () => Promise.resolve(new Map([[left, siteOf(left)]])),
    });
    const { bytes, events } = await writePage(Buffer.concat(found.map((one) => one.bytes)), ndjson, names, {
      bytes: Buffer.alloc(1),
    });
    expect([events, bytes.includes(`site ${gone}`)]).toEqual([1, false]);
    // Nothing of the other event is left in front of it.
    expect(JSON.parse(bytes.toString())).toMatchObject({ site_id: `site ${left}` });
  });
});
