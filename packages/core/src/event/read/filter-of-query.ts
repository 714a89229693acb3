import type { EventsQuery } from '@goal/contract';

import type { EventFilter } from './filter.ts';

/** Turns the query parameters of GET /events into a filter. */
export function filterOf(query: Omit<EventsQuery, 'limit' | 'cursor'>): EventFilter {
  return {
    from: query.from,
    to: query.to,
    codes: query.code,
    notCodes: query.not_code,
    userId: query.user_id,
    username: query.username,
    notUsernames: query.not_username,
    network: query.ip,
    object: query.object,
    notObjects: query.not_object,
    eventType: query.event_type,
    notEventTypes: query.not_event_type,
    severities: query.severity,
    words: query.q,
  };
}
