import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { offsetsOf, readZoneFile, useZoneTable, zoneRelease } from './zone-rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const old = { version: '1999a', zones: [], links: [] };
// Rules count in the whole process, so an old table ends what a test began.
afterEach(() => useZoneTable(old));

/** The offset of a zone's clock in hours at the noon of UTC days. */
const hoursEast = (zone: string, ...days: string[]): number[] =>
  days.map((day) => offsetsOf(zone)(Date.parse(`${day}T12:00:00Z`)) / hourMs);

test('R§11.2 countries that changed their clocks in 2026 have the offsets of today, whatever Node runs', () => {
  const days = ['2026-01-15', '2026-07-15', '2026-10-15', '2026-11-20', '2027-01-15', '2027-07-15'];
  expect({
    'America/Vancouver': hoursEast('America/Vancouver', ...days),
    'America/Edmonton': hoursEast('America/Edmonton', ...days),
    'America/Winnipeg': hoursEast('America/Winnipeg', ...days),
    'America/Inuvik': hoursEast('America/Inuvik', ...days),
    'Africa/Casablanca': hoursEast('Africa/Casablanca', ...days),
  }).toEqual({
    'America/Vancouver': [-8, -7, -7, -7, -7, -7],
    'America/Edmonton': [-7, -6, -6, -6, -6, -6],
    'America/Winnipeg': [-6, -5, -5, -5, -5, -5],
    'America/Inuvik': [-7, -6, -6, -6, -6, -6],
    'Africa/Casablanca': [1, 1, 0, 0, 0, 0],
  });
});

test('the table has every zone that the runtime knows, and before 2026 the offsets of the runtime', () => {
  const wrong = Intl.supportedValuesOf('timeZone').filter((zone) => {
    const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    const offsets = offsetsOf(zone);
    for (let ms = Date.UTC(2000, 0); ms < Date.UTC(2026, 0); ms += 45 * dayMs)
      if (format.format(ms) !== new Date(ms + offsets(ms)).toISOString().slice(0, 16).replace('T', ' ')) return true;
    return false;
  });
  expect(wrong).toEqual([]);
  expect(() => offsetsOf('Mars/Olympus')).toThrow(RangeError);
});

describe('TZ_FILE', () => {
  const table = (version: string) => ({
    version,
    zones: ['Europe/Berlin|X Y|-30 -40|01|-1|1'],
    links: ['Europe/Berlin|My/Alias'],
  });

  test('a newer table counts, for names and other names in any case; an older one does not', () => {
    const { release, source } = zoneRelease();
    useZoneTable(table('9999z'));
    expect(zoneRelease()).toEqual({ release: '9999z', source: 'TZ_FILE' });
    // The zone has one span until a minute before 1970, and another one from then on.
    expect(offsetsOf('my/alias')(-120_000)).toBe(3 * hourMs);
    expect(offsetsOf('Europe/Berlin')(Date.UTC(2026, 0))).toBe(4 * hourMs);
    // What it lacks is as shipped.
    expect(hoursEast('America/Vancouver', '2026-11-20')).toEqual([-7]);
    useZoneTable(table('2001a'));
    expect(zoneRelease()).toEqual({ release, source });
    expect(hoursEast('Europe/Berlin', '2026-01-15')).toEqual([1]);
  });

  test('a file that holds no table is told in a sentence', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'goal-zones-'));
    const file = path.join(folder, 'zones.json');
    const read = async (text: string): Promise<unknown> => {
      await writeFile(file, text);
      return readZoneFile(file);
    };
    try {
      expect(readZoneFile(path.join(folder, 'none'))).toBe('it must name a file of JSON that can be read (ENOENT)');
      expect(await read('{')).toBe('it must name a file of JSON that can be read (no JSON)');
      const none = "it must hold zones as moment-timezone's data/packed/latest.json does";
      for (const wrong of [
        null,
        [],
        {},
        { ...table('x') },
        { ...table('2027a'), zones: ['A|B'] },
        { ...table('2027a'), zones: [] },
        { ...old, links: 5 },
      ])
        expect(await read(JSON.stringify(wrong))).toBe(none);
      expect(await read(JSON.stringify(table('2027a')))).toEqual(table('2027a'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
