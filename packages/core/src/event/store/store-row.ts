import type { Dictionary, WordRef } from '../words/dictionary.ts';
import { severityNumber, type NewEvent } from '../event.ts';
import type { StoreRow } from './store-statement.ts';

/**
 * What an event adds to its account's bytes besides its texts: its times, numbers and ids, rounded.
 */
const eventOverheadBytes = 64;

/**
 * Returns a site's events as the table takes them, with repeating texts in the account's
 * dictionary.
 */
export async function storeRows(
  dictionary: Dictionary,
  account: number,
  site: number,
  events: NewEvent[],
): Promise<StoreRow[]> {
  const [object, eventType, userAgent] = await Promise.all([
    dictionary.put(
      account,
      'object',
      events.map((event) => event.object),
    ),
    dictionary.put(
      account,
      'eventType',
      events.map((event) => event.eventType),
    ),
    dictionary.put(
      account,
      'userAgent',
      events.flatMap((event) => event.userAgent ?? []),
    ),
  ]);
  return events.map((event) => {
    const [objectRef, typeRef] = [object(event.object), eventType(event.eventType)];
    const agentRef = event.userAgent === null ? null : userAgent(event.userAgent);
    return {
      account,
      site,
      occurredAt: event.occurredAt,
      code: event.code,
      userId: event.userId,
      postId: event.postId,
      severity: severityNumber(event.severity),
      eventUuid: event.eventUuid,
      username: event.username,
      message: event.message,
      sessionId: event.sessionId,
      postType: event.postType,
      postStatus: event.postStatus,
      ip: event.ip,
      object: numbered(objectRef),
      eventType: numbered(typeRef),
      userAgent: numbered(agentRef),
      objectText: objectRef === 'inline' ? event.object : null,
      eventTypeText: typeRef === 'inline' ? event.eventType : null,
      userAgentText: agentRef === 'inline' ? event.userAgent : null,
      bytes: bytesOf(event),
    };
  });
}

function numbered(ref: WordRef | null): number | null {
  return ref === 'inline' ? null : ref;
}

/** Counts the UTF-8 bytes of the texts as they were sent (after truncation), and the overhead. */
export function bytesOf(event: NewEvent): number {
  const { object, eventType, message, username, userAgent, sessionId, postType, postStatus } = event;
  let bytes = eventOverheadBytes;
  for (const text of [object, eventType, message, username, userAgent, sessionId, postType, postStatus]) {
    if (text !== null) bytes += Buffer.byteLength(text);
  }
  return bytes;
}
