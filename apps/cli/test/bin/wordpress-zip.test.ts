import { crc32 } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { zip } from '../../bin/wordpress-zip.mjs';

const files = [
  { name: 'plugin/b.php', bytes: Buffer.from('<?php // second\n') },
  { name: 'plugin/a.txt', bytes: Buffer.from('first') },
  { name: 'plugin/empty', bytes: Buffer.alloc(0) },
];

/** Reads the files of a zip as an unpacker does, by its directory at the end. */
function unpack(archive: Buffer): { name: string; bytes: Buffer }[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const found: { name: string; bytes: Buffer }[] = [];
  for (let at = archive.readUInt32LE(end + 16); at < end; at += 46 + archive.readUInt16LE(at + 28)) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const name = archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28));
    const local = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    const begin = local + 30 + archive.readUInt16LE(local + 26);
    const bytes = archive.subarray(begin, begin + archive.readUInt32LE(local + 22));
    expect(archive.readUInt32LE(at + 16)).toBe(crc32(bytes));
    found.push({ name, bytes });
  }
  expect(found).toHaveLength(archive.readUInt16LE(end + 10));
  return found;
}

describe('the zip of the WordPress plugin', () => {
  it('contains the files it was made from', () => {
    expect(unpack(zip(files))).toEqual(files.toSorted((one, other) => one.name.localeCompare(other.name)));
  });

  it('has the same bytes in whatever order the files were found', () => {
    expect(zip(files.toReversed()).equals(zip(files))).toBe(true);
  });
});
