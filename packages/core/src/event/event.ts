import { severities, type Severity } from '@goal/contract';

/** A validated event, cleaned and cut (rulings §7.2, §7.3), not stored yet. Times: Unix ms. */
export type NewEvent = {
  occurredAt: number;
  code: number;
  severity: Severity;
  object: string;
  eventType: string;
  message: string;
  userId: number;
  username: string;
  userAgent: string | null;
  sessionId: string | null;
  postId: number | null;
  postType: string | null;
  postStatus: string | null;
  /** Lower case. */
  eventUuid: string | null;
  /** In its canonical form. */
  ip: string | null;
};

/** An event as lists show it (interface.md §2). `site` is a row id, which views replace. */
export type EventRow = {
  id: number;
  site: number;
  occurredAt: string;
  /** When the event was stored. Lists do not show it. */
  receivedAt: string;
  code: number;
  severity: Severity;
  object: string;
  eventType: string;
  userId: number;
  username: string;
  message: string;
  /** The lists of REST do not show it (rulings §11.5). */
  ip: string | null;
  /** When its text and its user were removed; lists do not show it (rulings §13.2). */
  redactedAt: string | null;
};

/** What GET /events/{id} adds. */
export type EventDetail = EventRow & {
  userAgent: string | null;
  sessionId: string | null;
  postId: number | null;
  postType: string | null;
  postStatus: string | null;
};

/** The database stores the index in `severities` plus one. */
export const severityNumber = (severity: Severity): number => severities.indexOf(severity) + 1;

export function severityName(number: number): Severity {
  const name = severities[number - 1];
  if (name === undefined) throw new Error(`an event has the severity ${number}`);
  return name;
}
