import { readFileSync } from 'node:fs';

import shipped from 'moment-timezone/data/packed/latest.json' with { type: 'json' };

/** Milliseconds east of UTC at a moment, in ms since 1970. */
export type OffsetAt = (ms: number) => number;

/** Which rules of the IANA's time zones a process goes by: a release such as `2026f`. */
export type ZoneRelease = { release: string; source: 'shipped' | 'runtime' | 'TZ_FILE' };

/** Rules of all zones in the form of moment-timezone's `data/packed/latest.json`. */
export type ZoneTable = { version: string; zones: readonly string[]; links: readonly string[] };

const minuteMs = 60_000;
const tables: { source: ZoneRelease['source']; table: ZoneTable }[] = [{ source: 'shipped', table: shipped }];
/** What was read out of the newest table, by the small letters of a zone's name. */
const unpacked = new Map<string, OffsetAt>();
let rows: ReadonlyMap<string, string> | undefined;

/**
 * The newest rules of those that the product ships, that the runtime has built in, and that TZ_FILE
 * names. A Node that is out of support gets no new ones, and is an hour wrong where a country
 * changed its clocks since (docs/decisions/051-summaries.md).
 */
export function zoneRelease(): ZoneRelease {
  const newest = newestTable();
  const builtIn = process.versions.tz ?? '';
  return builtIn > newest.table.version
    ? { release: builtIn, source: 'runtime' }
    : { release: newest.table.version, source: newest.source };
}

/** Reads TZ_FILE. Returns a sentence where it is no table of zones. */
export function readZoneFile(file: string): ZoneTable | string {
  let table: unknown;
  try {
    table = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return `it must name a file of JSON that can be read (${error instanceof Error && 'code' in error ? String(error.code) : 'no JSON'})`;
  }
  const isTable =
    typeof table === 'object' &&
    table !== null &&
    'version' in table &&
    typeof table.version === 'string' &&
    /^\d{4}[a-z]{1,2}$/.test(table.version) &&
    'zones' in table &&
    isRows(table.zones, 5) &&
    table.zones.length > 0 &&
    'links' in table &&
    isRows(table.links, 2);
  // The line above looked at each part of it.
  return isTable ? (table as ZoneTable) : "it must hold zones as moment-timezone's data/packed/latest.json does";
}

const isRows = (value: unknown, parts: number): value is string[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'string' && row.split('|').length >= parts);

/** Lets this process go by a table as well, if it is newer than the others. */
export function useZoneTable(table: ZoneTable): void {
  tables.splice(1, tables.length, { source: 'TZ_FILE', table });
  unpacked.clear();
  rows = undefined;
}

/** The offsets of a zone. Throws a `RangeError` for a zone that nobody knows. */
export function offsetsOf(zone: string): OffsetAt {
  const name = zone.toLowerCase();
  if (name === 'utc') return () => 0;
  const known = unpacked.get(name);
  if (known !== undefined) return known;
  const row = zoneRelease().source === 'runtime' ? undefined : rowsByName().get(name);
  const offsets = row === undefined ? builtInOffsets(zone) : tableOffsets(row);
  if (row !== undefined) unpacked.set(name, offsets);
  return offsets;
}

function newestTable(): (typeof tables)[number] {
  return tables.reduce((newest, one) => (one.table.version > newest.table.version ? one : newest));
}

function rowsByName(): ReadonlyMap<string, string> {
  if (rows !== undefined) return rows;
  const named = new Map<string, string>();
  // The newest last: it counts for every zone that it has.
  for (const { table } of tables.toSorted((one, other) => (one.table.version < other.table.version ? -1 : 1))) {
    for (const row of table.zones) named.set(row.slice(0, row.indexOf('|')).toLowerCase(), row);
    for (const link of table.links) {
      const [target = '', alias = ''] = link.toLowerCase().split('|');
      const row = named.get(target);
      if (row !== undefined) named.set(alias, row);
    }
  }
  return (rows = named);
}

/** Name, abbreviations, offsets west in minutes, those of each span, lengths, to the base of 60. */
function tableOffsets(row: string): OffsetAt {
  const [, , offsets = '', spans = '', lengths = ''] = row.split('|');
  // Never −0.
  const east = offsets.split(' ').map((one) => 0 - base60(one) * minuteMs);
  const spanOffsets = [...spans].map((one) => east[base60(one)] ?? 0);
  let until = 0;
  const untils = lengths
    .split(' ')
    .slice(0, spanOffsets.length - 1)
    .map((one) => (until = Math.round(until + base60(one) * minuteMs)));
  return (ms) => {
    const span = untils.findIndex((end) => ms < end);
    return spanOffsets.at(span) ?? 0;
  };
}

/** A number of the table: digits `0-9a-zA-X`, maybe a sign and a fraction. */
function base60(text: string): number {
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.slice(isNegative ? 1 : 0).split('.');
  const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';
  let value = 0;
  for (const digit of whole) value = value * 60 + digits.indexOf(digit);
  for (const [at, digit] of [...fraction].entries()) value += digits.indexOf(digit) / 60 ** (at + 1);
  return isNegative ? -value : value;
}

/** Making a format takes much longer than using it. */
function builtInOffsets(zone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  return (ms) => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = 0, minutes = 0] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
  };
}
