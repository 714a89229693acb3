import { type Activity, severities, type Severity } from '@goal/contract';

// The picture's arithmetic, without a browser: counts in, shares of the plot's width and height out.

export type ActivityDay = Activity['days'][number];

/** A part of a bar, in shares of the plot: `y` from its top. */
export type Segment = { severity: Severity; count: number; y: number; height: number };
export type Bar = { day: string; total: number; x: number; width: number; segments: Segment[] };
export type Scale = { top: number; ticks: number[] };

/** Space beside a bar, as a share of its day's width. */
const gap = 0.2;
/** Height of the smallest bar, as a share of the plot: a day with few events must not look like one without. */
const least = 0.012;

export function totalOf(day: ActivityDay): number {
  return severities.reduce((sum, severity) => sum + day[severity], 0);
}

/** Events of each severity over all days. */
export function totalsOf(days: readonly ActivityDay[]): Record<Severity, number> {
  const totals = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };
  for (const day of days) for (const severity of severities) totals[severity] += day[severity];
  return totals;
}

/** Round numbers (1, 2 or 5 times a power of ten, never a fraction) from 0 to at least `highest`: five steps at most. */
export function scaleTo(highest: number): Scale {
  const rough = Math.max(1, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const steps = Math.max(1, Math.ceil(highest / step));
  return { top: steps * step, ticks: Array.from({ length: steps + 1 }, (_, at) => at * step) };
}

/** One bar a day from left to right; its segments stand on each other, the mildest at the bottom. Severities without events have none. */
export function barsOf(days: readonly ActivityDay[], { top }: Scale): Bar[] {
  const width = 1 / days.length;
  return days.map((day, at) => {
    const total = totalOf(day);
    const unit = Math.max(1 / top, shareOf(least, total));
    let reached = 0;
    const segments = severities
      .filter((severity) => day[severity] > 0)
      .map((severity) => {
        const count = day[severity];
        reached += count;
        return { severity, count, y: 1 - reached * unit, height: count * unit };
      });
    return { day: day.day, total, x: (at + gap / 2) * width, width: (1 - gap) * width, segments };
  });
}

/** Indexes of the days that are named under the axis: the last is always among them, `most` at most, evenly apart. */
export function namedDays(count: number, most: number): number[] {
  if (count === 0) return [];
  const apart = Math.max(1, Math.ceil(count / most));
  const named: number[] = [];
  for (let at = count - 1; at >= 0; at -= apart) named.unshift(at);
  return named;
}

/** The day under a pointer, from its share of the plot's width: 0 to `count` − 1. */
export function dayAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}

/** A part of a whole as a share of 1; of nothing, 0. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
