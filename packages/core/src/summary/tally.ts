import type { SummaryKey } from '@goal/contract';
import { timestamp } from '@goal/db';

import { sliceAt, type Slices } from './slices.ts';
import { groupBits, type Spans } from './statements.ts';
import { spanMinutes, zoneClock } from './zone-clock.ts';

/** What groups are counted by: the keys of `by`, and slices of the range. */
export type GroupKey = SummaryKey | 'bucket';

/**
 * A group as the statements return it, or the closing row, which has no newest event: then `span`
 * is the time of the last row of the scope, `events` is how many rows were examined, and the last
 * three say where and why the step ended.
 */
export type GroupRow = [
  span: string | null,
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
   * The id of its newest event, and the span of time in which that lies where it is known.
   */
  newest: number;
  newestAt: number;
};

/** A word of the dictionary by its number, or a text that the event holds itself. */
export type WordKey = { ref: number | null; text: string | null };

/** The bits that the statements group by. */
export function bitsOf(by: readonly GroupKey[]): number {
  const bit: Record<GroupKey, number> = {
    bucket: groupBits.time,
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

/** Spans of time that each belong to one slice, or to one day and hour of the zone. */
export function spansOf(zone: string, slices: Slices | undefined): Spans {
  if (slices !== undefined) return { stride: `${slices.ms} milliseconds`, origin: timestamp(slices.from) };
  return { stride: `${spanMinutes(zone)} minutes`, origin: '2000-01-01T00:00:00Z' };
}

/** How the time of a group is written, from any moment of its span; empty where none is asked. */
export function timeNamer(by: readonly GroupKey[], zone: string, slices: Slices | undefined): (ms: number) => string {
  if (slices !== undefined) return (ms) => new Date(sliceAt(slices, ms)).toISOString();
  const clock = zoneClock(zone);
  return by.includes('hour') ? clock.hour : by.includes('day') ? clock.day : () => '';
}

/** Adds the groups of all steps up, those of spans of time that have one name among them. */
export function tally(rows: readonly GroupRow[], nameTime: (ms: number) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const [span, severity, code, object, objectText, eventType, eventTypeText, site, userId, events, newest] = row;
    if (newest === null) continue;
    const ms = span === null ? 0 : Date.parse(span);
    const time = span === null ? '' : nameTime(ms);
    // PostgreSQL's texts hold no zero character.
    const key = [time, severity, code, object, objectText, eventType, eventTypeText, site, userId].join('\0');
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
