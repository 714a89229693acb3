import { daysBetween } from '../ground/day.ts';
import { counted, longDay } from '../ground/wording.ts';

/**
 * All values are UTC days. A site counts as regular if it had events on `activeDays` of the
 * `ofLast` days up to its last event. Usual gaps come from the last `gapWindow` days. A silence is
 * longer than `least` days.
 */
export const silenceRule = { activeDays: 5, ofLast: 14, gapWindow: 60, least: 2 } as const;

export type Silence = { last_day: string; usual_gap_days: number; sentence: string };

/**
 * Judges whether a regular site has gone silent. A site is regular if it had accepted events on at
 * least 5 of the 14 UTC days that end with its last day with events. It is silent if it has had
 * none for longer than max(2 days, 2 × the longest gap in the 60 days that end with that day). A
 * gap is the number of days from one day with events to the next. `ages` holds how many days
 * before the last day each day with events lies, 0 for itself; ages from 60 on are ignored.
 */
export function judgeSilence(lastDay: string, ages: readonly number[], today: string): Silence | null {
  const recent = ages.filter((age) => age < silenceRule.gapWindow).toSorted((a, b) => a - b);
  if (recent.filter((age) => age < silenceRule.ofLast).length < silenceRule.activeDays) return null;
  const gap = Math.max(...recent.slice(1).map((age, place) => age - (recent[place] ?? age)));
  if (daysBetween(lastDay, today) <= Math.max(silenceRule.least, 2 * gap)) return null;
  return { last_day: lastDay, usual_gap_days: gap, sentence: silenceSentence(lastDay, gap, today) };
}

/** What a silence is, on the day `today`. */
export function silenceSentence(lastDay: string, gap: number, today: string): string {
  const since = `Nothing since ${longDay(lastDay)} (${counted(daysBetween(lastDay, today), 'day')})`;
  return `${since}; before that never more than ${counted(gap, 'day')} passed between events.`;
}
