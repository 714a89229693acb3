import type { EventsQuery } from '@goal/contract';

import type { EventFilter } from './filter.ts';

/** Turns the query parameters of GET /events into a filter. */
export function filterOf(query: Omit<EventsQuery, 'limit' | 'cursor'>): EventFilter {
  return {
    from: query.from,
    to: query.to,
    codes: query.code,
    userId: query.user_id,
    object: query.object,
    eventType: query.event_type,
    severities: query.severity,
    words: query.q,
  };
}
