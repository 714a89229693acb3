import { type Activity, severities, type Severity } from '@goal/contract';

// The arithmetic of the bar chart: takes counts, returns shares of the plot's width and height.

export type ActivityDay = Activity['days'][number];

/** A part of a bar, in shares of the plot; `y` counts from the top. */
export type Segment = { severity: Severity; count: number; y: number; height: number };
export type Bar = { day: string; total: number; x: number; width: number; segments: Segment[] };
export type Scale = { top: number; ticks: number[] };

/** Gap between two bars, as a share of a day's width. */
const gap = 0.2;
/** Least height of a bar, as a share of the plot: few events must not look like none. */
const minHeight = 0.012;

export function totalOf(day: ActivityDay): number {
  return severities.reduce((sum, severity) => sum + day[severity], 0);
}

export function totalsOf(days: readonly ActivityDay[]): Record<Severity, number> {
  const totals = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };
  for (const day of days) for (const severity of severities) totals[severity] += day[severity];
  return totals;
}

/** At most five whole steps of 1, 2 or 5 times a power of ten, from 0 to at least `highest`. */
export function scaleTo(highest: number): Scale {
  const rough = Math.max(1, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const steps = Math.max(1, Math.ceil(highest / step));
  return { top: steps * step, ticks: Array.from({ length: steps + 1 }, (_, at) => at * step) };
}

/** A bar a day from left to right, with a segment per severity, the mildest at the bottom. */
export function barsOf(days: readonly ActivityDay[], { top }: Scale): Bar[] {
  const width = 1 / days.length;
  return days.map((day, at) => {
    const total = totalOf(day);
    const unit = Math.max(1 / top, shareOf(minHeight, total));
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

/** The days with a label: at most `maxLabels`, evenly spaced, the last day included. */
export function namedDays(count: number, maxLabels: number): number[] {
  if (count === 0) return [];
  const apart = Math.max(1, Math.ceil(count / maxLabels));
  const named: number[] = [];
  for (let at = count - 1; at >= 0; at -= apart) named.unshift(at);
  return named;
}

/** The index of the day under a pointer, from its share of the plot's width: 0 to `count` − 1. */
export function dayAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}

/** `part` divided by `whole`; 0 if `whole` is 0. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
