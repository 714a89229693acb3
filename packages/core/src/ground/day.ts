// A UTC day is `2026-01-31` on the wire, and in arithmetic days since 1970-01-01.

export const dayMs = 86_400_000;

/** Converts `2026-01-31` to the number of days since 1970-01-01. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

/** The UTC day that is `days` days after `day`. */
export function addDays(day: string, days: number): string {
  return new Date((dayNumber(day) + days) * dayMs).toISOString().slice(0, 10);
}

/** The number of days from one day to a later one. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}
