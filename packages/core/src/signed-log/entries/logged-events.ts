import { severities } from '@goal/contract';
import { rows, type Queryable } from '@goal/db';
import { eventText, type LoggedEvent } from '@goal/signed-log';

import { kindNumber, type DictionaryKind } from '../../event/words/dictionary.ts';

/** An event as it is in the database now, with its row id of the site. */
export type FoundEvent = { site: number; event: Omit<LoggedEvent, 'site_id'>; isRedacted: boolean };

type LoggedRow = [
  /** Of the range in which it was asked for, from 1. */
  place: number,
  id: number,
  site: number,
  code: number,
  userId: number,
  postId: number | null,
  severity: number,
  object: number | null,
  eventType: number | null,
  userAgent: number | null,
  occurredAt: string,
  receivedAt: string,
  eventUuid: string | null,
  username: string,
  message: string,
  sessionId: string | null,
  postType: string | null,
  postStatus: string | null,
  objectText: string | null,
  eventTypeText: string | null,
  userAgentText: string | null,
  ip: string | null,
  redactedAt: string | null,
];
const columns = `id, site, code, user_id, post_id, severity, object, event_type, user_agent,
    occurred_at, received_at, event_uuid, username, message, session_id, post_type, post_status, object_text, event_type_text, user_agent_text, ip, redacted_at`;

/** Ids from `first` to `last`, within one block of 1,024, as a commit stores them. */
export type IdRange = { first: number; last: number };
const idsOfBlock = 1024;

/** Reads the events of these ranges, in the order of the ranges and by id. */
export async function eventsOfRanges(
  on: Queryable,
  account: number,
  ranges: readonly IdRange[],
): Promise<FoundEvent[]> {
  const values = [account, ranges.map(({ first }) => first), ranges.map(({ last }) => last)];
  const found = await rows<LoggedRow>(on, { ...ofRanges, values });
  // The statement has no order of its own.
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return toEvents(on, account, found);
}

/** The limit keeps the planner from reading the whole account. */
export const ofRanges = {
  name: 'logged events',
  text: `select b.place, e.* from unnest($2::bigint[], $3::bigint[]) with ordinality b(first_id, last_id, place)
    cross join lateral (select ${columns} from event where account = $1::int and id >= b.first_id and id <= b.last_id order by id limit ${idsOfBlock}) e`,
};

/** Reads those of these events that are there. */
export async function eventsByIds(
  on: Queryable,
  account: number,
  ids: readonly number[],
): Promise<Map<number, FoundEvent>> {
  if (ids.length === 0) return new Map();
  return new Map((await eventsOfRanges(on, account, rangesOf(ids))).map((one) => [one.event.id, one]));
}

/** The fewest ranges that have exactly these ids: one look-up finds all that follow each other. */
function rangesOf(ids: readonly number[]): IdRange[] {
  const ranges: IdRange[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range !== undefined && id <= range.last + 1 && id < range.first + idsOfBlock) range.last = id;
    else ranges.push({ first: id, last: id });
  }
  return ranges;
}

/** Of which site and day an event is. */
export const datedOf = ({ site, event }: FoundEvent): { site: number; id: number; day: string } => ({
  site,
  id: event.id,
  day: event.occurred_at.slice(0, 10),
});

/** The text of an event in the log of its site. */
export const textOf = ({ event }: FoundEvent, siteId: string): string => eventText(event, siteId);

async function toEvents(on: Queryable, account: number, found: readonly LoggedRow[]): Promise<FoundEvent[]> {
  const words = await wordsOf(on, account, found);
  return found.map((row) => {
    const [
      ,
      id,
      site,
      code,
      userId,
      postId,
      severity,
      object,
      type,
      agent,
      occurredAt,
      receivedAt,
      uuid,
      username,
      message,
      sessionId,
      postType,
      postStatus,
      objectText,
      typeText,
      agentText,
      ip,
      redactedAt,
    ] = row;
    return {
      site,
      isRedacted: redactedAt !== null,
      event: {
        id,
        occurred_at: occurredAt,
        received_at: receivedAt,
        code,
        user_id: userId,
        post_id: postId,
        // What somebody broke by hand is shown as null, and then it does not match.
        severity: severities[severity - 1] ?? null,
        object: objectText ?? words('object', object),
        event_type: typeText ?? words('eventType', type),
        user_agent: agentText ?? words('userAgent', agent),
        event_uuid: uuid,
        username,
        message,
        session_id: sessionId,
        post_type: postType,
        post_status: postStatus,
        ip,
      },
    };
  });
}

/** The words of these rows, read within the session of the rows. */
async function wordsOf(
  on: Queryable,
  account: number,
  found: readonly LoggedRow[],
): Promise<(kind: DictionaryKind, id: number | null) => string | null> {
  const wanted = new Set<number>();
  for (const [, , , , , , , object, type, agent] of found) {
    if (object !== null) wanted.add(keyOf('object', object));
    if (type !== null) wanted.add(keyOf('eventType', type));
    if (agent !== null) wanted.add(keyOf('userAgent', agent));
  }
  const known = new Map<number, string>();
  if (wanted.size > 0) {
    const keys = [...wanted];
    const values = [account, keys.map((key) => Math.floor(key / idsOfKind)), keys.map((key) => key % idsOfKind)];
    const words = await rows<[kind: number, id: number, value: string]>(on, { ...ofDictionary, values });
    for (const [kind, id, value] of words) known.set(kind * idsOfKind + id, value);
  }
  return (kind, id) => (id === null ? null : (known.get(keyOf(kind, id)) ?? null));
}

/** Ids of words are below this: they are smallints. */
const idsOfKind = 2 ** 16;
const keyOf = (kind: DictionaryKind, id: number): number => kindNumber[kind] * idsOfKind + id;

export const ofDictionary = {
  name: 'words of logged events',
  text: `select d.* from unnest($2::smallint[], $3::smallint[]) q(kind, id) cross join lateral (
      select kind, id, value from dictionary where account = $1::int and kind = q.kind and id = q.id limit 1) d`,
};
