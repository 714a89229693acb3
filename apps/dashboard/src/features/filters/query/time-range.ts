import { parseTimestamp } from '@goal/contract';

const minute = 60_000;
const hour = 60 * minute;
export const dayMs = 24 * hour;

/** The ranges that move with the clock. Those of 30 days and more begin with a UTC day. */
export const ranges = {
  '15m': { label: 'Last 15 minutes', ms: 15 * minute },
  '1h': { label: 'Last hour', ms: hour },
  '24h': { label: 'Last 24 hours', ms: dayMs },
  '7d': { label: 'Last 7 days', ms: 7 * dayMs },
  '30d': { label: 'Last 30 days', ms: 30 * dayMs },
  '90d': { label: 'Last 90 days', ms: 90 * dayMs },
  all: { label: 'All time', ms: Infinity },
} as const;
export type RangeName = keyof typeof ranges;
export const rangeNames = Object.keys(ranges) as RangeName[]; // the keys of a literal
export const usualRange: RangeName = '7d';

export const isRangeName = (text: string): text is RangeName => Object.hasOwn(ranges, text);

/** A range that moves with the clock, or two moments of which one may be empty. */
export type LogTime = { range: RangeName } | { from: string; to: string };

/** The moments that a question names; an absent one leaves that side open. */
export type Moments = { from?: string; to?: string };

const iso = (ms: number): string => new Date(ms).toISOString();

/** The moments of a range at this time. A range that moves has no end. */
export function momentsOf(time: LogTime, nowMs: number): Moments {
  if (!('range' in time)) {
    return { ...(time.from === '' ? {} : { from: time.from }), ...(time.to === '' ? {} : { to: time.to }) };
  }
  const { ms } = ranges[time.range];
  if (ms === Infinity) return {};
  const from = nowMs - ms;
  return { from: iso(ms >= 30 * dayMs ? Math.floor(from / dayMs) * dayMs : from) };
}

/** A moment in its one spelling; undefined for a text that is none. */
export function readMoment(text: string): string | undefined {
  const ms = parseTimestamp(text.trim(), { bare: true });
  return ms === undefined ? undefined : iso(ms);
}

/** The same length of time, `lengths` later or earlier. It never begins in the future. */
export function movedBy(time: LogTime, lengths: number, nowMs: number): LogTime {
  const { from, to } = momentsOf(time, nowMs);
  if (from === undefined) return time;
  const [start, end] = [Date.parse(from), to === undefined ? nowMs : Date.parse(to)];
  const shift = (end - start) * lengths;
  if (start + shift >= nowMs) return time;
  return { from: iso(start + shift), to: iso(end + shift) };
}

/** How a histogram divides the time: its ends, and how many slices it asks for. */
export type Division = { from: string; to?: string; buckets: number };

const mostSlices = 120;

/**
 * Slices of the time for a histogram. A range of a month or more has slices of whole UTC days,
 * which the service counts exactly; an end that is open gives way for them. `keptDays` bounds a
 * range without a beginning.
 */
export function divisionOf(time: LogTime, nowMs: number, keptDays: number): Division {
  const { from, to } = momentsOf(time, nowMs);
  const end = to === undefined ? nowMs : Date.parse(to);
  const begin = from === undefined ? Math.floor((end - keptDays * dayMs) / dayMs) * dayMs : Date.parse(from);
  const isOfDays = begin % dayMs === 0 && end - begin >= 28 * dayMs && (to === undefined || (end + 1) % dayMs === 0);
  const days = Math.ceil((end + 1 - begin) / dayMs);
  const step = isOfDays ? daysOfSlice(days, from !== undefined && to !== undefined) : undefined;
  if (step === undefined) return { from: iso(begin), to: iso(Math.max(begin, end)), buckets: 60 };
  const buckets = Math.ceil(days / step);
  const length = buckets * step * dayMs;
  const start = from === undefined ? begin + days * dayMs - length : begin;
  return { from: iso(start), to: iso(start + length - 1), buckets };
}

/** Between fixed ends the slices must fill the time; undefined where no number of days does. */
function daysOfSlice(days: number, isFixed: boolean): number | undefined {
  const least = Math.ceil(days / mostSlices);
  if (!isFixed) return least;
  for (let step = least; step <= days / 24; step += 1) if (days % step === 0) return step;
  return undefined;
}
