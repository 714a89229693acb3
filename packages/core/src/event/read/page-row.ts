import type { Dictionary } from '../words/dictionary.ts';
import { severityName, type EventRow } from '../event.ts';
import type { Position } from '../../ground/position.ts';

/** A row of a page as its statement returns it (`columns` in page-statements.ts). */
export type PageRow = [
  id: number,
  occurredAt: string,
  receivedAt: string,
  site: number,
  code: number,
  severity: number,
  object: number | null,
  objectText: string | null,
  eventType: number | null,
  eventTypeText: string | null,
  userId: number,
  username: string,
  message: string,
  ip: string | null,
  redactedAt: string | null,
];

/**
 * The number of columns of a page row, which further columns may follow, and the index of some of
 * them.
 */
export const pageWidth = 15;
export const siteAt = 3;
const objectAt = 6;
const objectTextAt = 7;
const eventTypeAt = 8;
const eventTypeTextAt = 9;

/** The position of a row in its list. */
export function positionOf([id, occurredAt]: readonly [id: number, occurredAt: string, ...unknown[]]): Position {
  return { time: Date.parse(occurredAt), id };
}

/** Turns rows into events, with the words of the account's dictionary filled in. */
export async function toEvents(dictionary: Dictionary, account: number, rows: PageRow[]): Promise<EventRow[]> {
  const words = await wordsOf(dictionary, account, rows);
  return rows.map((row) => {
    const [id, occurredAt, receivedAt, site, code, severity, , , , , userId, username, message, ip, redactedAt] = row;
    return {
      id,
      site,
      occurredAt,
      receivedAt,
      code,
      severity: severityName(severity),
      object: words.object(row),
      eventType: words.eventType(row),
      userId,
      username,
      message,
      ip,
      redactedAt,
    };
  });
}

/** The words of these rows' objects and event types. */
async function wordsOf(
  dictionary: Dictionary,
  account: number,
  rows: PageRow[],
): Promise<Record<'object' | 'eventType', (row: PageRow) => string>> {
  const wordsAt = (kind: 'object' | 'eventType', index: typeof objectAt | typeof eventTypeAt) =>
    dictionary.words(
      account,
      kind,
      rows.map((row) => row[index]),
    );
  const [objects, types] = await Promise.all([wordsAt('object', objectAt), wordsAt('eventType', eventTypeAt)]);
  return {
    object: (row) => row[objectTextAt] ?? objects(row[objectAt]),
    eventType: (row) => row[eventTypeTextAt] ?? types(row[eventTypeAt]),
  };
}
