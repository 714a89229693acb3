export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** `day` is in days since 1970, which began on a Thursday. */
export function isWeekend(day: number): boolean {
  return day % 7 === 2 || day % 7 === 3;
}

/**
 * The story repeats every four weeks: the number of the cycle, and the day in it (0 is a Thursday).
 */
export function cycleOf(day: number): { cycle: number; dayOfCycle: number } {
  return { cycle: Math.floor(day / 28), dayOfCycle: day % 28 };
}
