import type { GroupKey, Spans } from './spans.ts';
import { groupMasks } from './statements.ts';

/**
 * A group as the statements return it, or the closing row, which has no newest event: then `events`
 * is how many rows were examined, and the last four say where and why the step ended, and the time
 * of the last row of the scope.
 */
export type SummaryRow = [
  span: number | null,
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
  lastAt: string | null,
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
  /** The id of its newest event, and the place of the span of time that holds it. */
  newest: number;
  newestIn: number;
};

/** A word of the dictionary by its number, or a text that the event holds itself. */
export type WordKey = { ref: number | null; text: string | null };

/** The mask that the statements group by. */
export function maskOf(by: readonly GroupKey[]): number {
  const bit: Record<GroupKey, number> = {
    bucket: groupMasks.time,
    day: groupMasks.time,
    hour: groupMasks.time,
    severity: groupMasks.severity,
    code: groupMasks.code,
    object: groupMasks.object,
    event_type: groupMasks.eventType,
    user: groupMasks.user,
    site: groupMasks.site,
  };
  return by.reduce((keyMask, key) => keyMask | bit[key], 0);
}

/**
 * Adds the groups of steps up, those of spans of time that have one name among them. `groups` are
 * those of newer steps.
 */
export function tally(
  rows: readonly SummaryRow[],
  spans: Spans | undefined,
  groups = new Map<string, Group>(),
): Group[] {
  for (const row of rows) {
    const [span, severity, code, object, objectText, eventType, eventTypeText, site, userId, events, newest] = row;
    if (newest === null) continue;
    const newestIn = span ?? 0;
    const time = span === null || spans === undefined ? '' : spans.name(span);
    // PostgreSQL's texts hold no zero character.
    const key = `${time}\0${severity}\0${code}\0${object}\0${objectText}\0${eventType}\0${eventTypeText}\0${site}\0${userId}`;
    const known = groups.get(key);
    if (known !== undefined) {
      known.events += events;
      // Steps go from the newest events to the oldest; the rows of one step come in no order.
      if (newestIn > known.newestIn) Object.assign(known, { newest, newestIn });
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
      newestIn,
    });
  }
  return [...groups.values()];
}
