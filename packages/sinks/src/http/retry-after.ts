import { maxRetryAfterSeconds } from '../figures.ts';

/**
 * Returns the seconds that `Retry-After` asks for, as a number or as a date, at most an hour.
 * Returns undefined where there is none or it cannot be read.
 */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Math.min(Number(value), maxRetryAfterSeconds);
  // The three forms of a date in HTTP. `Date.parse` alone takes much more for a date.
  const at = /^[A-Z][a-z]{2,8},? .{10,30}$/.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(Math.ceil((at - now.getTime()) / 1_000), 0), maxRetryAfterSeconds);
}
