import type { FoundSiteEvent, SiteEvent, SiteReceivedEvent } from '@goal/contract';

import type { EventRow } from '../event.ts';

/** An event on the wire (interface.md §2 Event). */
export function eventView(event: EventRow, siteId: string): SiteEvent {
  return {
    id: event.id,
    occurred_at: event.occurredAt,
    code: event.code,
    severity: event.severity,
    object: event.object,
    event_type: event.eventType,
    user_id: event.userId,
    username: event.username,
    message: event.message,
    site_id: siteId,
  };
}

/** An event on the wire with its address, as the tool `search_events` shows it (rulings §11.6). */
export function foundEventView(event: EventRow, siteId: string): FoundSiteEvent {
  return { ...eventView(event, siteId), ...ipOf(event) };
}

/** An event on the wire with `received_at`, as the tail and the export show it before `ipOf`. */
export function receivedEventView(event: EventRow, siteId: string): SiteReceivedEvent {
  return { ...eventView(event, siteId), received_at: event.receivedAt };
}

/**
 * The address, only where there is one, so that other events look as before. It is the last field
 * of an event (rulings §11.5).
 */
export const ipOf = ({ ip }: Pick<EventRow, 'ip'>): { ip?: string } => (ip === null ? {} : { ip });

/** When it was redacted, as the very last field and only where it was (rulings §13.2). */
export const redactedAtOf = ({ redactedAt }: Pick<EventRow, 'redactedAt'>): { redacted_at?: string } =>
  redactedAt === null ? {} : { redacted_at: redactedAt };
