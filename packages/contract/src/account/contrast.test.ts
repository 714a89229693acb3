import fc from 'fast-check';
import { expect, test } from 'vitest';

import { setBrandBody } from './brand.ts';
import { contrastOf, grounds, leastContrast, readableOn } from './contrast.ts';

const someColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('R§10.38 contrast is that of WCAG 2.2', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#0000ff', '#ffffff')).toBeCloseTo(8.59, 2);
});

test('R§10.38 no colour can be read on both grounds, so the dark one has a shade of its own', () => {
  expect(contrastOf(grounds.light, grounds.dark)).toBeLessThan(leastContrast ** 2);
});

test('R§10.38 the nearest colour can be read on its ground, and is the colour itself where that can be read', () => {
  fc.assert(
    fc.property(someColour, fc.constantFrom('light' as const, 'dark' as const), (colour, ground) => {
      const shade = readableOn(ground, colour);
      expect(contrastOf(shade, grounds[ground])).toBeGreaterThanOrEqual(leastContrast);
      if (contrastOf(colour, grounds[ground]) >= leastContrast) expect(shade).toBe(colour);
    }),
  );
});

const refusalOf = (body: object): string => {
  const read = setBrandBody.safeParse(body);
  return read.success ? 'taken' : (read.error.issues[0]?.message ?? '');
};
const base64 = (...parts: readonly (string | Uint8Array)[]): string =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))).toString('base64');
const png = '\x89PNG\r\n\x1a\n';
const full = new Uint8Array(64 * 1024 - png.length);

test.each<[object, string]>([
  [{}, 'taken'],
  [{ name: null, colour: null, logo: null }, 'taken'],
  [{ name: 7 }, 'name must be a string'],
  [{ name: 'x'.repeat(201) }, 'name too long'],
  [{ colour: 7 }, 'colour must be a string'],
  [{ colour: '' }, 'invalid colour'],
  [{ colour: 'red' }, 'invalid colour'],
  [{ colour: '#12345' }, 'invalid colour'],
  [{ colour: ' #1A56DB ' }, 'taken'],
  [{ colour: '#767676' }, 'taken'],
  [{ colour: '#777777' }, 'colour has too little contrast'],
  [{ logo: 7 }, 'logo must be a string'],
  [{ logo: base64(png, full) }, 'taken'],
  [{ logo: base64('RIFF\x10\0\0\0WEBPVP8 ') }, 'taken'],
  ...[
    '',
    base64(png, full, 'x'),
    base64('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    base64('GIF89a'),
    base64('RIFF\x10\0\0\0WAVE'),
    `${base64(png, 'xx')}=`,
    `${base64(png)}\n`,
    'data:image/png;base64,iVBORw0KGgo=',
  ].map((logo): [object, string] => [{ logo }, 'logo must be a PNG or WebP of at most 64 KiB']),
  [{ name: 7, colour: 'red', logo: '' }, 'name must be a string'],
  [{ colour: 'red', logo: '' }, 'invalid colour'],
])('R§10.38 a brand of %j: %s', (body, refusal) => {
  expect(refusalOf(body)).toBe(refusal);
});
