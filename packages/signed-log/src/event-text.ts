/** An event as the wire shows it (interface.md §2 Event), without `redacted_at`. */
export interface LoggedEvent {
  code: number | null;
  event_type: string | null;
  event_uuid: string | null;
  id: number;
  /** Without an address the text has no such key. */
  ip?: string | null | undefined;
  message: string | null;
  object: string | null;
  occurred_at: string;
  post_id: number | null;
  post_status: string | null;
  post_type: string | null;
  received_at: string;
  session_id: string | null;
  severity: string | null;
  site_id: string;
  user_agent: string | null;
  user_id: number | null;
  username: string | null;
}

/** The text of an event in the log: RFC 8785 of its seventeen keys, and of `ip` if any. */
export function eventText(event: Omit<LoggedEvent, 'site_id'>, siteId: string): string {
  return JSON.stringify({
    code: event.code,
    event_type: event.event_type,
    event_uuid: event.event_uuid,
    id: event.id,
    ip: event.ip ?? undefined,
    message: event.message,
    object: event.object,
    occurred_at: event.occurred_at,
    post_id: event.post_id,
    post_status: event.post_status,
    post_type: event.post_type,
    received_at: event.received_at,
    session_id: event.session_id,
    severity: event.severity,
    site_id: siteId,
    user_agent: event.user_agent,
    user_id: event.user_id,
    username: event.username,
  });
}
