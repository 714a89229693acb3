import { expect, test } from 'vitest';

import { entryTile, hasTile, parseTile } from '../src/index.ts';

test('a tile has one name, in the form of c2sp.org/tlog-tiles', () => {
  expect(parseTile('0', '000')).toEqual({ level: 0, index: 0, width: 256 });
  expect(parseTile('5', 'x001/x234/067')).toEqual({ level: 5, index: 1_234_067, width: 256 });
  expect(parseTile('1', 'x001/000.p/255')).toEqual({ level: 1, index: 1000, width: 255 });
  expect(parseTile('entries', '999.p/1')).toEqual({ level: 'entries', index: 999, width: 1 });
  for (const level of ['', '6', '00', '-1', '1.0', 'Entries', 'data']) expect(parseTile(level, '000')).toBeUndefined();
  for (const name of [
    '',
    '0',
    '00',
    '0000',
    '001/234',
    'x001',
    'x001/',
    'x001/x234',
    'x000/001',
    'x001//234',
    'X001/234',
    '000.p',
    '000.p/',
    '000.p/0',
    '000.p/01',
    '000.p/256',
    '000.p/1/',
    '000 ',
    '000\n',
    '٠٠٠',
    'x999/x999/x999/x999/x999/x999/x999/000',
  ])
    expect(parseTile('0', name), name).toBeUndefined();
});

test('a tree has the tiles that its leaves fill, and parts of the others up to its size', () => {
  const has = (size: number, level: string, name: string): boolean => {
    const tile = parseTile(level, name);
    return tile !== undefined && hasTile(size, tile);
  };
  for (const level of ['0', 'entries']) {
    expect([has(0, level, '000.p/1'), has(1, level, '000.p/1'), has(255, level, '000')]).toEqual([false, true, false]);
    expect([has(256, level, '000'), has(256, level, '001.p/1'), has(257, level, '001.p/1')]).toEqual([
      true,
      false,
      true,
    ]);
  }
  expect([has(255, '1', '000.p/1'), has(256, '1', '000.p/1'), has(511, '1', '000.p/2')]).toEqual([false, true, false]);
  expect([has(65_535, '1', '000'), has(65_536, '1', '000'), has(2 ** 53 - 1, '5', '001')]).toEqual([false, true, true]);
  expect(has(2 ** 53 - 1, '5', 'x999/x999/x999/x999/x999/999')).toBe(false);
});

test('entries stand behind their length in two bytes', () => {
  expect(Buffer.from(entryTile(['note a', '', 'é'])).toString('latin1')).toBe('\0\x06note a\0\0\0\x02Ã©');
  const long = entryTile(['x'.repeat(65_535)]);
  expect([...long.subarray(0, 2), long.length]).toEqual([255, 255, 65_537]);
  expect(() => entryTile(['x'.repeat(65_536)])).toThrow('an entry of 65536 bytes fits into no tile');
});
