import type { Database } from './database.ts';

/** A prepared statement: the name stands for the text, so two texts never share one. */
export type Statement = { name: string; text: string; values: unknown[] };

/** A pool, or one session of it. */
export type Queryable = Pick<Database['pages'], 'query'>;

const oid = { int8: 20, int2: 21, int4: 23, timestamptz: 1184 };
const numeric = new Set([oid.int8, oid.int2, oid.int4]);

/**
 * Turns a time as PostgreSQL writes it (`2026-01-31 12:00:00.5+00`) into the time of the wire
 * (rulings §2.7). It works on the text: a page of events needs no Date for each of them.
 */
export function wireTime(text: string): string {
  if (text.endsWith('+00')) {
    const time = text.slice(11, -3);
    return `${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, '0')}Z`;
  }
  return new Date(text.replace(' ', 'T') + (/[+-]\d\d$/.test(text) ? ':00' : '')).toISOString();
}

const unchanged = (text: string): string => text;
// Numbers are below 2^53 by construction (rulings §2.8).
const types = {
  getTypeParser: (type: number) => (numeric.has(type) ? Number : type === oid.timestamptz ? wireTime : unchanged),
};

/**
 * Runs a prepared statement. Each row is an array in the order of the columns: integers are
 * numbers, times are those of the wire, and everything else is PostgreSQL's text. Nulls stay null.
 */
export async function rows<Row extends unknown[]>(on: Queryable, { name, text, values }: Statement): Promise<Row[]> {
  const result = await on.query<Row>({ name, text, values, rowMode: 'array', types });
  return result.rows;
}

/** A time in ms as a parameter, clamped to 1900…9000: beyond events, within PostgreSQL. */
export function timestamp(ms: number): string {
  if (ms === Infinity) return 'infinity';
  return new Date(Math.min(Math.max(ms, earliest), latest)).toISOString();
}
const earliest = Date.UTC(1900, 0);
const latest = Date.UTC(9000, 0);
