import type { Severity } from '@goal/contract';

import type { Dictionary } from './dictionary.ts';
import { severityNumber } from './event.ts';

/**
 * What a reader looks for (rulings §6.2, §6.3). An event matches when it meets every condition that
 * is given. Times are milliseconds since 1970, both inclusive.
 */
export type EventFilter = {
  from?: number | undefined;
  to?: number | undefined;
  codes?: number[] | undefined;
  userId?: number | undefined;
  object?: string | undefined;
  eventType?: string | undefined;
  severities?: Severity[] | undefined;
  /** Each must occur in the message, ignoring case. */
  words?: string[] | undefined;
};

/**
 * A filter as parameters, null where nothing is asked. `index`: conditions that the page indexes
 * cover (code, user, severity, object, event type). `event`: conditions that need the event itself
 * (words, and object and event type outside the dictionary), or null when there are none.
 */
export type FilterValues = { index: unknown[]; event: unknown[] | null; isEmpty: boolean };

/** Returns undefined when no event of the account can match. */
export async function filterValues(
  dictionary: Dictionary,
  account: number,
  { codes, userId, severities, object, eventType, words = [] }: EventFilter,
): Promise<FilterValues | undefined> {
  const objectRef = await dictionary.find(account, 'object', object);
  const typeRef = await dictionary.find(account, 'eventType', eventType);
  if (objectRef === 'nowhere' || typeRef === 'nowhere') return undefined;
  const index = [
    codes ?? null,
    userId ?? null,
    severities?.map(severityNumber) ?? null,
    typeof objectRef === 'number' ? objectRef : null,
    typeof typeRef === 'number' ? typeRef : null,
  ];
  const event = [
    objectRef === 'inline' ? object : null,
    typeRef === 'inline' ? eventType : null,
    // `%` and `_` are ordinary characters (rulings §6.3).
    words.length > 0 ? words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`) : null,
  ];
  const needsEvent = event.some((value) => value !== null);
  return {
    index,
    event: needsEvent ? event : null,
    isEmpty: !needsEvent && index.every((value) => value === null),
  };
}
