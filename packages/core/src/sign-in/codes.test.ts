import { expect, test } from 'vitest';

import { drawCode, readCode } from './codes.ts';

test('R§10.12 R§10.13 a code is drawn from Crockford’s alphabet', () => {
  const codes = Array.from({ length: 200 }, () => drawCode(10));
  expect(codes.filter((code) => !/^[0-9A-HJKMNP-TV-Z]{10}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('')).size).toBe(32);
});

test('R§10.12 R§10.13 a code is read in any case, with spaces and hyphens, and with letters that look like digits', () => {
  expect(readCode(' abcde-fghjk ')).toBe('ABCDEFGHJK');
  expect(readCode('o1il 0LOI')).toBe('01110101');
  expect(readCode('123 456')).toBe('123456');
});
