import { newEventShape } from '@goal/contract';
import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseEvent, type Arrival } from './read-event.ts';

const ms = Date.UTC(2026, 5, 15, 12);
const day = 86_400_000;
const now: Arrival = { ms, retentionDays: 30, keepsIp: true };
const iso = (time: number): string => new Date(time).toISOString();
const minimal = {
  occurred_at: iso(ms - 1000),
  code: 2001,
  severity: 'low',
  object: 'post',
  event_type: 'modified',
  message: 'm',
};
const read = (over: Record<string, unknown> = {}, arrival: Arrival = now) =>
  parseEvent({ ...minimal, ...over }, arrival);
const errorOf = (over: Record<string, unknown>) => {
  const result = read(over);
  return 'error' in result ? result.error : 'accepted';
};
const eventOf = (over: Record<string, unknown>) => {
  const result = read(over);
  if ('error' in result) throw new Error(result.error);
  return result.event;
};

test('R§7.2 the required fields, texts that are cut, severities and least numbers are those of the shape in the document', () => {
  type Said = { type?: string | string[]; minimum?: number; description?: string; anyOf?: { enum: unknown[] }[] };
  const camel = (name: string): string => name.replace(/_./g, (found) => found.slice(1).toUpperCase());
  for (const [name, field] of Object.entries(newEventShape.shape)) {
    const said = field.meta()?.['override'] as Said; // eventField sets it
    expect(errorOf({ [name]: null }) === `${name} required`, name).toBe(!said.type?.includes('null'));
    for (const value of said.anyOf?.flatMap((one) => one.enum) ?? [])
      expect(errorOf({ [name]: value })).toBe('accepted');
    const stored = (value: unknown): unknown => Reflect.get(eventOf({ [name]: value }), camel(name));
    const cut = Number(/Cut to ([\d,]+)/.exec(said.description ?? '')?.[1]?.replaceAll(',', ''));
    if (cut > 0) expect([name, String(stored('x'.repeat(cut + 1))).length]).toEqual([name, cut]);
    if (said.minimum === undefined) continue;
    expect(stored(said.minimum + 1)).toBe(said.minimum + 1);
    expect(read({ [name]: said.minimum - 1 })).not.toMatchObject({ event: { [camel(name)]: said.minimum - 1 } });
  }
});

describe('what refuses an event', () => {
  const required = ['occurred_at', 'code', 'severity', 'object', 'event_type', 'message'];

  test('R§7.4 anything but an object is «event must be an object»', () => {
    for (const input of [null, undefined, 5, 'x', [], [minimal], true])
      expect(parseEvent(input, now)).toEqual({ error: 'event must be an object' });
  });

  test('R§7.4 a required field that is missing or null is «<field> required», the first in the order of the list', () => {
    for (const [index, field] of required.entries()) {
      expect(errorOf({ [field]: null })).toBe(`${field} required`);
      expect(errorOf({ [field]: undefined })).toBe(`${field} required`);
      expect(errorOf(Object.fromEntries(required.slice(index).map((name) => [name, null])))).toBe(`${field} required`);
    }
    expect(parseEvent({}, now)).toEqual({ error: 'occurred_at required' });
  });

  test('R§2.4 of several bad fields the first in the order of R§7.2 answers', () => {
    const bad: [string, unknown, string][] = [
      ['occurred_at', 'x', 'invalid occurred_at'],
      ['code', -1, 'invalid code'],
      ['severity', 'urgent', 'invalid severity'],
      ['object', 5, 'object must be a string'],
      ['event_type', 5, 'event_type must be a string'],
      ['message', 5, 'message must be a string'],
      ['event_uuid', 'x', 'invalid event_uuid'],
    ];
    for (const [index, [, , sentence]] of bad.entries()) {
      expect(errorOf(Object.fromEntries(bad.slice(index).map(([field, value]) => [field, value])))).toBe(sentence);
    }
  });

  test.each<[Record<string, unknown>, string]>([
    [{ occurred_at: 1_700_000_000 }, 'occurred_at must be a string'],
    [{ occurred_at: '' }, 'invalid occurred_at'],
    [{ occurred_at: '2026-06-15' }, 'invalid occurred_at'],
    [{ occurred_at: '2026-06-15T11:00:00' }, 'invalid occurred_at'],
    [{ occurred_at: '2026-06-15T11:00:00 02:00' }, 'invalid occurred_at'],
    [{ occurred_at: iso(ms + day + 1) }, 'invalid occurred_at'],
    [{ occurred_at: '1999-12-31T23:59:59.999Z' }, 'invalid occurred_at'],
    [{ occurred_at: iso(ms - 30 * day - 1) }, 'older than retention'],
    [{ code: true }, 'code must be an integer'],
    [{ code: {} }, 'code must be an integer'],
    [{ code: 1.5 }, 'invalid code'],
    [{ code: 2 ** 53 }, 'invalid code'],
    [{ code: '1e1' }, 'invalid code'],
    [{ code: '' }, 'invalid code'],
    [{ severity: 'LOW' }, 'invalid severity'],
    [{ severity: 100 }, 'invalid severity'],
    [{ severity: [] }, 'invalid severity'],
    [{ message: {} }, 'message must be a string'],
    [{ event_uuid: 5 }, 'invalid event_uuid'],
    [{ event_uuid: '0123456789abcdef0123456789abcdef' }, 'invalid event_uuid'],
  ])('R§2.3 R§2.8 R§7.4 %o is refused: %s', (over, sentence) => {
    expect(errorOf(over)).toBe(sentence);
  });

  test('R§7.4 the bounds of occurred_at: 24 hours ahead, the year 2000, the retention; none for a reseller', () => {
    expect(eventOf({ occurred_at: iso(ms + day) }).occurredAt).toBe(ms + day);
    expect(eventOf({ occurred_at: iso(ms - 30 * day) }).occurredAt).toBe(ms - 30 * day);
    const reseller = { ms, retentionDays: null, keepsIp: true };
    expect(read({ occurred_at: '2000-01-01T00:00:00Z' }, reseller)).toMatchObject({
      event: { occurredAt: Date.UTC(2000, 0) },
    });
    expect(parseEvent({ ...minimal, occurred_at: '1999-12-31T23:59:59.999Z' }, reseller)).toEqual({
      error: 'invalid occurred_at',
    });
  });
});

describe('what is stored', () => {
  test('R§7.2 integers as decimal strings, severities as the plugin numbers them, event_uuid in lower case', () => {
    expect(eventOf({ code: '0000000000002001', user_id: '17', post_id: '42', severity: '400' })).toMatchObject({
      code: 2001,
      userId: 17,
      postId: 42,
      severity: 'high',
    });
    for (const [number, name] of [
      [200, 'info'],
      [250, 'low'],
      [300, 'medium'],
      [400, 'high'],
      [500, 'critical'],
    ] as const) {
      expect(eventOf({ severity: number }).severity).toBe(name);
    }
    expect(eventOf({ event_uuid: 'ABCDEF01-2345-6789-ABCD-EF0123456789' }).eventUuid).toBe(
      'abcdef01-2345-6789-abcd-ef0123456789',
    );
    expect(Object.is(eventOf({ code: -0 }).code, 0)).toBe(true);
  });

  test('R§11.5 an address is kept in its canonical form where the site keeps addresses; anything else is none', () => {
    expect(eventOf({ ip: '203.0.113.7' }).ip).toBe('203.0.113.7');
    expect(eventOf({ ip: '2001:DB8:0:0::1' }).ip).toBe('2001:db8::1');
    expect(eventOf({ ip: '::ffff:203.0.113.7' }).ip).toBe('203.0.113.7');
    for (const ip of ['203.0.113.0/24', 'localhost', '', null, 7, {}, ['203.0.113.7']])
      expect(eventOf({ ip }).ip).toBeNull();
    expect(read({ ip: '203.0.113.7' }, { ...now, keepsIp: false })).toMatchObject({ event: { ip: null } });
  });

  test('R§7.2 R§7.3 "", null and values of a wrong type are stored as null in every optional field, and so is post_id 0', () => {
    const none = {
      userId: 0,
      username: '',
      userAgent: null,
      sessionId: null,
      postId: null,
      postType: null,
      postStatus: null,
      eventUuid: null,
      ip: null,
    };
    expect(eventOf({})).toMatchObject(none);
    const fields = ['user_id', 'username', 'user_agent', 'session_id', 'post_id', 'post_type', 'post_status'];
    for (const value of ['', null, {}, [], true])
      expect(eventOf(Object.fromEntries(fields.map((name) => [name, value])))).toMatchObject(none);
    for (const value of [-1, 1.5, 1e300, '1e1', '+5', 'abc', Number.NaN])
      expect(eventOf({ user_id: value, post_id: value })).toMatchObject(none);
    expect(eventOf({ post_id: '0' }).postId).toBeNull();
    expect(eventOf({ object: '', event_type: '', message: '' })).toMatchObject({
      object: '',
      eventType: '',
      message: '',
    });
  });

  test('R§7.3 texts are cut by code points, never within a surrogate pair', () => {
    const sizes = {
      object: 255,
      event_type: 255,
      message: 8192,
      username: 255,
      user_agent: 1024,
      session_id: 255,
      post_type: 255,
      post_status: 255,
    };
    for (const letter of ['x', '🎉', '\ud800', '\0']) {
      const event: object = eventOf(Object.fromEntries(Object.keys(sizes).map((name) => [name, letter.repeat(9000)])));
      const shown = letter === 'x' || letter === '🎉' ? letter : '\ufffd';
      const texts = Object.values(event).filter(
        (value): value is string => typeof value === 'string' && value.includes(shown),
      );
      expect(texts.map((text) => [...text].length).sort((a, b) => a - b)).toEqual(
        Object.values(sizes).sort((a, b) => a - b),
      );
      for (const text of texts) expect(text).toBe(shown.repeat([...text].length));
    }
    expect(eventOf({ username: `${'x'.repeat(254)}🎉🎉` }).username).toBe(`${'x'.repeat(254)}🎉`);
  });

  test('R§2.3 only own fields count, whatever they are named', () => {
    const event = JSON.parse(`{"__proto__":{"code":1},"constructor":5,"toString":{},"hasOwnProperty":1}`) as object; // the JSON above is an object
    expect(parseEvent(event, now)).toEqual({ error: 'occurred_at required' });
    expect(parseEvent(Object.create(minimal), now)).toEqual({ error: 'occurred_at required' });
    expect(parseEvent(Object.assign(Object.create(null) as object, minimal), now)).toHaveProperty('event');
  });

  test('R§7.3 whatever a stranger sends, the answer is an event that can be stored or a sentence', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\0',
        '\ud800',
        '\udfff\ud800',
        'x'.repeat(1_000_000),
        '🎉'.repeat(300_000),
        '9007199254740993',
        '1e400',
        '2024-02-30T00:00:00Z',
        '+012024-01-01T00:00:00Z',
      ),
      fc.double(),
      fc.bigInt(),
      fc.date({ noInvalidDate: false }).map(String),
      fc.constant(JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown),
      fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
    );
    const names = [
      'occurred_at',
      'code',
      'severity',
      'object',
      'event_type',
      'message',
      'user_id',
      'username',
      'user_agent',
      'session_id',
      'post_id',
      'post_type',
      'post_status',
      'event_uuid',
      '__proto__',
      'constructor',
    ];
    const some = fc.dictionary(fc.constantFrom(...names), nasty);
    fc.assert(
      fc.property(
        fc.oneof(
          some,
          some.map((fields) => ({ ...minimal, ...fields })),
          nasty,
        ),
        (input) => {
          const result = parseEvent(input, now);
          if ('error' in result) {
            expect(result.error).toMatch(
              /^([a-z_]+ required|[a-z_]+ must be an? \w+|invalid \w+|older than retention)$/,
            );
            return;
          }
          for (const value of Object.values(result.event)) {
            if (typeof value === 'string') {
              expect(value.length).toBeLessThanOrEqual(2 * 8192);
              // Without NUL and lone surrogates, every text survives UTF-8 unchanged.
              expect(value.includes('\0')).toBe(false);
              expect(Buffer.from(value).toString()).toBe(value);
            } else if (value !== null) expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
          }
        },
      ),
      { numRuns: runsOf(60, 20_000) },
    );
  });
});
