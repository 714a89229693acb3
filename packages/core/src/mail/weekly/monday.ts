import { addDays, dayNumber } from '../../ground/day.ts';
import { zoneClock, type ZoneClock } from '../../summary/zone-clock.ts';

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
  const monday = mondayOf(clock, afterMs);
  const of = (day: string): Monday => ({ day, dueMs: dueOn(clock, day) });
  const first = of(monday);
  return first.dueMs > afterMs ? first : of(addDays(monday, 7));
}

/**
 * The moment at which a mail that is due at `dueMs` in the zone `from` is due in the zone `to`: the
 * 07:00 of the same Monday, even if that is over. So a change of zone skips no week.
 */
export function inOtherZone(dueMs: number, { from, to }: { from: string; to: string }): number {
  return dueOn(clockOf(to), mondayOf(clockOf(from), dueMs));
}

/** The seven UTC days, first and last, that are over when the mail of a Monday is due. */
export function daysBefore(zone: string, monday: string): { from: string; to: string } {
  const end = Math.floor(dueOn(clockOf(zone), monday) / dayMs);
  const day = (number: number): string => addDays('1970-01-01', number);
  return { from: day(end - 7), to: day(end - 1) };
}

/** The Monday of the week of a moment. */
function mondayOf(clock: ZoneClock, ms: number): string {
  const day = dayNumber(clock.day(ms));
  // 1970-01-01 was a Thursday.
  return addDays('1970-01-01', day - ((day + 3) % 7));
}

function dueOn(clock: ZoneClock, day: string): number {
  const wall = dayNumber(day) * dayMs + hour * hourMs;
  return wall - clock.offset(wall - clock.offset(wall));
}

/**
 * The zone, or UTC for one that this runtime does not know: a copy of the database may run on
 * another one. It then stops nobody's mail.
 */
export function knownZone(zone: string): string {
  try {
    zoneClock(zone);
    return zone;
  } catch {
    return 'UTC';
  }
}

const clockOf = (zone: string): ZoneClock => zoneClock(knownZone(zone));
