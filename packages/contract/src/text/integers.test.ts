import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseDecimal } from './integers.ts';

/** What is no whole number in a query, a path or a decimal string (rulings §2.8). */
const refused = [
  '',
  ' ',
  '+5',
  ' 5',
  '5 ',
  '5\n',
  '5\t',
  '5.0',
  '5.',
  '.5',
  '1e1',
  '1E1',
  '0x5',
  '0b1',
  '5n',
  '1_0',
  '1,0',
  '--5',
  '-',
  '- 5',
  '5-',
  'abc',
  'NaN',
  'Infinity',
  '-Infinity',
  'true',
  'null',
  '5\u066b0',
  '\u0665',
  '\uff15',
  '9007199254740992',
  '-9007199254740992',
  '10000000000000000',
  '00000000000000005',
  '-00000000000000005',
  '99999999999999999999',
  '5\0',
  '\u200b5',
];
const taken: [string, number][] = [
  ['0', 0],
  ['5', 5],
  ['-5', -5],
  ['007', 7],
  ['-007', -7],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['-9007199254740991', Number.MIN_SAFE_INTEGER],
  ['0000000000000005', 5],
];

/** Any code units: lone surrogates and NUL among them. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 40 });

describe('R§2.8 whole numbers in texts', () => {
  it.each(refused)('R§2.8 %j is not a whole number', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  it.each(taken)('R§2.8 %j is %d', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });

  it('R§2.8 minus zero is zero', () => {
    expect(Object.is(parseDecimal('-0'), 0)).toBe(true);
  });

  it('R§2.8 every safe integer survives a round trip, and larger ones are refused', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => parseDecimal(String(value)) === value + 0));
    const beyond = fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n });
    fc.assert(
      fc.property(beyond, fc.boolean(), (value, minus) => parseDecimal(`${minus ? '-' : ''}${value}`) === undefined),
    );
  });

  it('R§2.8 no other text is a whole number', () => {
    fc.assert(fc.property(anyText, (text) => /^-?[0-9]{1,16}$/.test(text) || parseDecimal(text) === undefined));
  });
});
