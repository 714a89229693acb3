import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseTimestamp } from './timestamps.ts';

const whole = { bare: false };
const bare = { bare: true };
const at = (iso: string): number => Date.parse(iso);

/** Right everywhere: the text and the instant (rulings §2.9). */
const full: [string, string][] = [
  ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
  ['2026-03-04t05:06:07z', '2026-03-04T05:06:07.000Z'],
  ['2026-03-04 05:06:07Z', '2026-03-04T05:06:07.000Z'],
  ['2026-03-04T05:06Z', '2026-03-04T05:06:00.000Z'],
  ['2026-03-04 05:06+00:00', '2026-03-04T05:06:00.000Z'],
  ['2026-03-04T05:06:07-00:00', '2026-03-04T05:06:07.000Z'],
  ['2026-03-04T05:06:07.1Z', '2026-03-04T05:06:07.100Z'],
  ['2026-03-04T05:06:07.12Z', '2026-03-04T05:06:07.120Z'],
  ['2026-03-04T05:06:07.1239Z', '2026-03-04T05:06:07.123Z'],
  ['2026-03-04T05:06:07.999999999Z', '2026-03-04T05:06:07.999Z'],
  ['2026-03-04T05:06:07.0009z', '2026-03-04T05:06:07.000Z'],
  ['2026-03-04T05:06:07+05:30', '2026-03-03T23:36:07.000Z'],
  ['2026-03-04T05:06:07-03:00', '2026-03-04T08:06:07.000Z'],
  ['2026-03-04 23:06:07.5+14:00', '2026-03-04T09:06:07.500Z'],
  ['2026-03-04T05:06:07+23:59', '2026-03-03T05:07:07.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T23:59:59Z', '2000-02-29T23:59:59.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
];

/** Right as `from` and `to` alone: they are UTC. */
const withoutOffset: [string, string][] = [
  ['2026-03-04', '2026-03-04T00:00:00.000Z'],
  ['2026-03-04T05:06:07', '2026-03-04T05:06:07.000Z'],
  ['2026-03-04 05:06:07.25', '2026-03-04T05:06:07.250Z'],
  ['2026-03-04t05:06', '2026-03-04T05:06:00.000Z'],
  // An unescaped `+` arrives as a blank.
  ['2026-03-04T05:06:07 05:30', '2026-03-03T23:36:07.000Z'],
  ['2026-03-04 05:06 01:00', '2026-03-04T04:06:00.000Z'],
];

const refused = [
  '',
  ' ',
  'now',
  '2023-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2024-04-31T00:00:00Z',
  '2024-13-01T00:00:00Z',
  '2024-00-10T00:00:00Z',
  '2024-01-00T00:00:00Z',
  '2024-01-32T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T25:00:00Z',
  '2024-01-01T23:60:00Z',
  '2024-01-01T23:59:60Z',
  '2016-12-31T23:59:60Z',
  '2024-01-01T12:00:00+0200',
  '2024-01-01T12:00:00+02',
  '2024-01-01T12:00:00+24:00',
  '2024-01-01T12:00:00+01:60',
  '2024-01-01T12:00:00+1:00',
  '2024-01-01T12Z',
  '2024-01-01T12:0:00Z',
  '2024-01-01T12:00:00.Z',
  '2024-01-01T12:00:00.1234567890Z',
  '2024-01-01T12:00:00,5Z',
  '2024-01-01  12:00:00Z',
  '2024-01-01_12:00:00Z',
  '2024-01-01T12:00:00ZZ',
  '2024-01-01T12:00:00 UTC',
  '2024-01-01T12:00:00 Z',
  '2024-01-01Z',
  '2024-01-01+00:00',
  '20240101T120000Z',
  '2024-1-1T00:00:00Z',
  '24-01-01T00:00:00Z',
  '+002024-01-01T00:00:00Z',
  '12024-01-01T00:00:00Z',
  // Beyond the years 0000 to 9999 in UTC.
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+00:01',
  '2024-01',
  '2024',
  '2024-W01-1',
  '2024-001',
  '1700000000',
  '1700000000000',
  'Mon, 01 Jan 2024 00:00:00 GMT',
  '2024-01-01T12:00:00Z[UTC]',
  '-2024-01-01T00:00:00Z',
  '\u0662\u0660\u0662\u0664-01-01T00:00:00Z',
  '2024\u201301\u201301T00:00:00Z',
  ' 2024-01-01T00:00:00Z',
  '2024-01-01T00:00:00Z ',
  '2024-01-01T00:00:00Z\n',
  '2024-01-01T00:00:00\u2212 01:00',
  '2024-01-01T',
];

/** Any code units: lone surrogates and NUL among them. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 40 });

describe('R§2.9 points in time', () => {
  it.each(full)('R§2.9 %s is accepted everywhere', (text, iso) => {
    expect(parseTimestamp(text, whole)).toBe(at(iso));
    expect(parseTimestamp(text, bare)).toBe(at(iso));
  });

  it.each(withoutOffset)('R§2.9 %s is accepted in a query, and nowhere else', (text, iso) => {
    expect(parseTimestamp(text, bare)).toBe(at(iso));
    expect(parseTimestamp(text, whole)).toBeUndefined();
  });

  it.each(refused)('R§2.9 %j is not a point in time', (text) => {
    expect(parseTimestamp(text, whole)).toBeUndefined();
    expect(parseTimestamp(text, bare)).toBeUndefined();
  });

  it('R§2.9 every instant survives a round trip in any offset, to the millisecond', () => {
    const instant = fc.integer({ min: at('0001-01-02T00:00:00Z'), max: at('9999-12-30T00:00:00Z') });
    const offset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 });
    fc.assert(
      fc.property(
        instant,
        offset,
        fc.constantFrom('T', 't', ' '),
        fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 6 }),
        (ms, minutes, between, more) => {
          const local = new Date(ms + minutes * 60_000).toISOString();
          const two = (value: number): string => String(Math.abs(value)).padStart(2, '0');
          const sign = minutes < 0 ? '-' : '+';
          const text = `${local.slice(0, 10)}${between}${local.slice(11, 23)}${more}${sign}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
          expect(parseTimestamp(text, whole)).toBe(ms);
        },
      ),
    );
  });

  it('R§2.9 the form of toISOString, which is read by a shorter way, is read as its other spellings are', () => {
    const part = (max: number, digits: number) =>
      fc.integer({ min: 0, max }).map((value) => String(value).padStart(digits, '0'));
    fc.assert(
      fc.property(
        fc.tuple(part(9999, 4), part(14, 2), part(33, 2), part(25, 2), part(61, 2), part(61, 2), part(999, 3)),
        ([year, month, day, hour, minute, second, ms]) => {
          const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}`;
          expect(parseTimestamp(`${text}Z`, whole)).toBe(parseTimestamp(`${text}z`, whole));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('R§2.9 only days of the calendar are accepted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (year, month, day) => {
          const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
          const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
          expect(parseTimestamp(text, bare) !== undefined).toBe(day >= 1 && day <= days);
        },
      ),
    );
  });

  it('R§2.9 no text makes the reader throw, and it returns whole numbers', () => {
    const pieces = fc.constantFrom(...'0123456789-:TtZz+ ./');
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: pieces, maxLength: 35 })), (text) => {
        const time = parseTimestamp(text, bare);
        expect(time === undefined || Number.isSafeInteger(time)).toBe(true);
      }),
    );
  });
});
