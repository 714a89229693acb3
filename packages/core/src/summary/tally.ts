import type { SummaryKey } from '@goal/contract';

import { groupBits } from './statements.ts';
import { zoneClock } from './zone-clock.ts';

/**
 * A group as the statements return it, or the closing row, which has no newest event: then `events`
 * is how many rows were examined, and the last three say where and why the step ended.
 */
export type GroupRow = [
  quarter: string | null,
  severity: number | null,
  code: number | null,
  object: number | null,
  objectText: string | null,
  eventType: number | null,
  eventTypeText: string | null,
  site: number | null,
  userId: number | null,
  events: number,
  newest: number | null,
  endedAt: string | null,
  endedId: number | null,
  bound: string | null,
];

/** A group of events: its keys as numbers and texts, its count, and its newest event. */
export type Group = {
  time: string;
  severity: number | null;
  code: number | null;
  object: WordKey;
  eventType: WordKey;
  site: number | null;
  userId: number | null;
  events: number;
  /**
   * The id of its newest event, and the quarter of an hour in which that lies where it is known.
   */
  newest: number;
  newestAt: number;
};

/** A word of the dictionary by its number, or a text that the event holds itself. */
export type WordKey = { ref: number | null; text: string | null };

/** The bits that the statements group by. */
export function bitsOf(by: readonly SummaryKey[]): number {
  const bit: Record<SummaryKey, number> = {
    day: groupBits.time,
    hour: groupBits.time,
    severity: groupBits.severity,
    code: groupBits.code,
    object: groupBits.object,
    event_type: groupBits.eventType,
    user: groupBits.user,
    site: groupBits.site,
  };
  return by.reduce((bits, key) => bits | bit[key], 0);
}

/** Adds the groups of all steps up, with their quarters of an hour as days or hours of the zone. */
export function tally(rows: readonly GroupRow[], by: readonly SummaryKey[], zone: string): Group[] {
  const clock = zoneClock(zone);
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const [quarter, severity, code, object, objectText, eventType, eventTypeText, site, userId, events, newest] = row;
    if (newest === null) continue;
    const ms = quarter === null ? 0 : Date.parse(quarter);
    const time = by.includes('hour') ? clock.hour(ms) : by.includes('day') ? clock.day(ms) : '';
    const key = JSON.stringify([time, severity, code, object, objectText, eventType, eventTypeText, site, userId]);
    const known = groups.get(key);
    if (known !== undefined) {
      known.events += events;
      // Steps go from the newest events to the oldest; the rows of one step come in no order.
      if (ms > known.newestAt) Object.assign(known, { newest, newestAt: ms });
      continue;
    }
    groups.set(key, {
      time,
      severity,
      code,
      object: { ref: object, text: objectText },
      eventType: { ref: eventType, text: eventTypeText },
      site,
      userId,
      events,
      newest,
      newestAt: ms,
    });
  }
  return [...groups.values()];
}
