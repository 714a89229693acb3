import { addDays, dayNumber } from '../ground/day.ts';
import { zoneClock, type ZoneClock } from '../summary/zone-clock.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The hour of Monday at which the mail is due, in the person's zone. */
const hour = 7;

/** A Monday, and the moment of its 07:00 in ms. */
export type Monday = { day: string; dueMs: number };

/**
 * The first Monday 07:00 of a zone after a moment (rulings §10.40). Changes of the clock move the
 * moment, not the hour.
 */
export function nextMonday(zone: string, afterMs: number): Monday {
  const clock = clockOf(zone);
  const today = dayNumber(clock.day(afterMs));
  // 1970-01-01 was a Thursday.
  const monday = addDays('1970-01-01', today - ((today + 3) % 7));
  const of = (day: string): Monday => ({ day, dueMs: dueOn(clock, day) });
  const first = of(monday);
  return first.dueMs > afterMs ? first : of(addDays(monday, 7));
}

/** The seven UTC days, first and last, that are over when the mail of a Monday is due. */
export function daysBefore(zone: string, monday: string): { from: string; to: string } {
  const end = Math.floor(dueOn(clockOf(zone), monday) / dayMs);
  const day = (number: number): string => addDays('1970-01-01', number);
  return { from: day(end - 7), to: day(end - 1) };
}

function dueOn(clock: ZoneClock, day: string): number {
  const wall = dayNumber(day) * dayMs + hour * hourMs;
  return wall - clock.offset(wall - clock.offset(wall));
}

/** A zone that this runtime does not know counts as UTC, so that it stops nobody else's mail. */
function clockOf(zone: string): ZoneClock {
  try {
    return zoneClock(zone);
  } catch {
    return zoneClock('UTC');
  }
}
