import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../../test/event-world.ts';
import { int2Array, int4Array, int8Array, textArray, timeArray, uuidArray } from './binary-arrays.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const uuid = randomUUID();
const same = <Value>(value: Value): Value => value;
const times = [Date.UTC(2000, 0), Date.UTC(2026, 0, 31, 12, 0, 0, 5), Date.UTC(1999, 11, 31), Date.UTC(2284, 0), null];

test.each([
  ['smallint', int2Array([0, 1, -1, 32_767, null], same), [0, 1, -1, 32_767, null]],
  ['int', int4Array([0, 1, -1, 2 ** 31 - 1, null], same), [0, 1, -1, 2 ** 31 - 1, null]],
  ['bigint', int8Array([0, 2 ** 32, 2 ** 53 - 1, -1, null], same), [0, 2 ** 32, 2 ** 53 - 1, -1, null]],
  ['timestamptz', timeArray(times, same), times.map((ms) => (ms === null ? null : new Date(ms).toISOString()))],
  [
    'uuid',
    uuidArray([uuid, null, '0a9ca0a8-6a34-4e0e-8a64-c24dd81a4b7f'], same),
    [uuid, null, '0a9ca0a8-6a34-4e0e-8a64-c24dd81a4b7f'],
  ],
  [
    'text',
    textArray(['', 'NULL', null, 'é', '😀'.repeat(500), '"\\,{}\n', 'a'.repeat(99)], same),
    ['', 'NULL', null, 'é', '😀'.repeat(500), '"\\,{}\n', 'a'.repeat(99)],
  ],
  ['text', textArray([], same), []],
])('PostgreSQL reads an array of %s as it was', async (type, bytes, expected) => {
  type Row = { found: (string | number | null)[] };
  const { rows } = await world.db.work.query<Row>(`select to_jsonb($1::${type}[]) as found`, [bytes]);
  const isTime = type === 'timestamptz';
  const read = rows[0]?.found.map((one) => (isTime && one !== null ? new Date(one).toISOString() : one));
  expect(read).toEqual(expected);
});
