const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+\- ])(\d\d):(\d\d))?)?$/;

const firstMs = Date.parse('0000-01-01T00:00:00.000Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads a point in time (rulings §2.9) and returns milliseconds since 1970 (UTC), or undefined for
 * any other text. Drops digits beyond milliseconds. `bare` is for `from` and `to`: it also accepts
 * a date alone and a date-time without an offset (both UTC), and a blank for the `+` that decoding
 * a query removes.
 */
export function parseTimestamp(text: string, { bare }: { bare: boolean }): number | undefined {
  const usual = parseUsual(text);
  if (usual !== undefined) return usual;
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = match;
  const hasOffset = sign !== undefined || /[Zz]$/.test(text);
  if (!bare && (!hasOffset || sign === ' ')) return undefined;
  const [h, m, s] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const [oh, om] = [Number(offsetHour ?? 0), Number(offsetMinute ?? 0)];
  if (h > 23 || m > 59 || s > 59 || oh > 23 || om > 59) return undefined;
  // Not Date.UTC, which reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  date.setUTCHours(h, m, s, Number((fraction ?? '').slice(0, 3).padEnd(3, '0')));
  const offset = (oh * 60 + om) * 60_000;
  const instant = date.getTime() - (sign === '-' ? -offset : offset);
  // An offset can lead out of the years that a timestamp can name in UTC.
  return instant < firstMs || instant > lastMs ? undefined : instant;
}

/** The pattern of `2026-01-31T12:00:00.000Z`: 0 stands for a digit. */
const usualPattern = '0000-00-00T00:00:00.000Z';

/** Reads the usual form, that of `toISOString`, fast; undefined for everything else. */
function parseUsual(text: string): number | undefined {
  if (text.length !== usualPattern.length) return undefined;
  for (let at = 0; at < text.length; at += 1) {
    const [code, wanted] = [text.charCodeAt(at), usualPattern.charCodeAt(at)];
    if (wanted === zero ? code < zero || code > nine : code !== wanted) return undefined;
  }
  const [year, month, day] = [number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)];
  const [h, m, s] = [number(text, 11, 13), number(text, 14, 16), number(text, 17, 19)];
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > 28 || h > 23 || m > 59 || s > 59) return undefined;
  return Date.UTC(year, month - 1, day, h, m, s, number(text, 20, 23));
}
const [zero, nine] = [48, 57];

function number(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - zero;
  return value;
}
