import { runsOf, until } from '@goal/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { one, openWorld, type EventWorld } from '../../test/event-world.ts';
import { openCursorCodec, rotateSealKey, type CursorCodec } from './cursor.ts';

let world: EventWorld;
let cursors: CursorCodec;
beforeAll(async () => {
  world = await openWorld();
  cursors = world.events.cursors;
});
afterAll(() => world.close());

const position = { time: Date.UTC(2026, 0, 1), id: 2 ** 53 - 1 };
const invalid = { code: 'invalid_cursor', status: 400, message: 'invalid cursor' };
const somePosition = fc.record({ time: fc.nat({ max: 2 ** 47 }), id: fc.maxSafeNat() });

describe('cursors', () => {
  test('R§6.4 every position survives a round trip; its cursor has a fixed length and is never the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(somePosition, async (some) => {
        const cursor = cursors.encode('events', some);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]{60}$/);
        expect(cursor).not.toBe(cursors.encode('events', some));
        expect(await cursors.decode('events', cursor)).toEqual(some);
      }),
    );
  });

  test('R§6.4 no position encodes to the empty cursor, and no cursor decodes to no position', async () => {
    expect(cursors.encode('events', undefined)).toBe('');
    expect(await cursors.decode('events', undefined)).toBeUndefined();
  });

  test('R§6.4 any change is «invalid cursor»: a bit, a character, more, less, blanks, padding, the other alphabet', async () => {
    const cursor = cursors.encode('events', position);
    const bytes = Buffer.from(cursor, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      // Changed bits in the key number may name a newer key: the codec looks for it and finds none.
      await expect(cursors.decode('events', changed.toString('base64url'))).rejects.toMatchObject(invalid);
    }
    const others = [
      `${cursor}A`,
      `${cursor}=`,
      `${cursor}\n`,
      ` ${cursor}`,
      `${cursor} `,
      cursor.slice(1),
      cursor.slice(0, -1),
      cursor + cursor,
      'x',
      '',
      'A'.repeat(60),
      '🎉',
      '=',
    ];
    for (const other of others) await expect(cursors.decode('events', other)).rejects.toMatchObject(invalid);
    const standard = cursor.replaceAll('-', '+').replaceAll('_', '/');
    if (standard !== cursor) await expect(cursors.decode('events', standard)).rejects.toMatchObject(invalid);
  });

  test('R§6.4 R§6.1 any other text is refused and nothing else happens', async () => {
    await fc.assert(
      // Excludes numbers slightly above the newest key: looking for such a key takes time.
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String({ minLength: 60, maxLength: 60 }).filter((text) => !text.startsWith('A')),
        ),
        async (text) => {
          await expect(cursors.decode('events', text)).rejects.toMatchObject(invalid);
        },
      ),
      { numRuns: runsOf(100, 5000) },
    );
  });

  test('R§8.b6 a cursor of one list is invalid in another', async () => {
    await expect(cursors.decode('accounts', cursors.encode('events', position))).rejects.toMatchObject(invalid);
    await expect(cursors.decode('actions', cursors.encode('accounts', position))).rejects.toMatchObject(invalid);
  });
});

describe('keys of cursors', () => {
  test('R§6.4 instances that start at once share one key', async () => {
    await world.db.work.query('delete from seal_key');
    // The lock holds them back until each has seen that there is no key.
    const session = await world.db.ingest.connect();
    await session.query('begin; lock table seal_key in share row exclusive mode');
    const starting = Promise.all(Array.from({ length: 8 }, () => openCursorCodec(world.db)));
    const waiting = "select count(*) as value from pg_locks where relation = 'seal_key'::regclass and not granted";
    await until(async () => (await one(world.db, waiting)) === 8);
    await session.query('commit');
    session.release();
    const codecs = await starting;
    expect(await one(world.db, 'select count(*) as value from seal_key')).toBe(1);
    const [first, last] = [codecs[0], codecs.at(-1)];
    expect(await last?.decode('events', first?.encode('events', position))).toEqual(position);
  });

  test('after a rotation cursors of the previous key still open, also in instances that do not know the new key yet; older ones no longer do', async () => {
    const old = await openCursorCodec(world.db);
    const oldest = old.encode('events', position);
    await rotateSealKey(world, { kind: 'cli', name: 'test' });
    const renewed = await openCursorCodec(world.db);
    const newer = renewed.encode('events', position);
    expect(await renewed.decode('events', oldest)).toEqual(position);
    expect(await old.decode('events', newer)).toEqual(position);
    await rotateSealKey(world, { kind: 'cli', name: 'test' });
    const last = await openCursorCodec(world.db);
    expect(await last.decode('events', newer)).toEqual(position);
    await expect(last.decode('events', oldest)).rejects.toMatchObject(invalid);
    expect(await one(world.db, 'select count(*) as value from seal_key')).toBe(2);
  });
});
