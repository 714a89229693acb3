import type { Severity } from '@goal/contract';

import type { SentEvent } from '../event-json.ts';

export type AttributeValue = string | number | boolean;
export type Attributes = readonly (readonly [key: string, value: AttributeValue])[];
/** An event in the words of OpenTelemetry; the two encodings write the same. */
export type LogRecord = {
  timeMs: number;
  observedMs: number;
  severityNumber: number;
  severityText: string;
  body: string;
  eventName: string;
  attributes: Attributes;
};
export type LogRequest = { resource: Attributes; scope: string; records: readonly LogRecord[] };

/** INFO, INFO2, WARN, ERROR and FATAL. */
const severityNumbers: Readonly<Record<Severity, number>> = { info: 9, low: 10, medium: 13, high: 17, critical: 21 };

/** Returns the events of an account as one request. */
export function logRequest(accountId: string, events: readonly SentEvent[]): LogRequest {
  const resource: Attributes = [
    ['service.name', 'goal'],
    ['goal.account_id', accountId],
  ];
  return { resource, scope: 'goal.events', records: events.map(logRecord) };
}

function logRecord(event: SentEvent): LogRecord {
  return {
    timeMs: Date.parse(event.occurred_at),
    observedMs: Date.parse(event.received_at),
    severityNumber: severityNumbers[event.severity],
    severityText: event.severity,
    body: event.message,
    eventName: `${event.object}.${event.event_type}`,
    attributes: attributesOf(event),
  };
}

function attributesOf(event: SentEvent): Attributes {
  return [
    ['log.record.uid', String(event.id)],
    ['goal.event.code', event.code],
    ['goal.event.object', event.object],
    ['goal.event.type', event.event_type],
    ['goal.site_id', event.site_id],
    ...(event.domain === undefined ? [] : [['server.address', event.domain] as const]),
    ...(event.user_id === 0 ? [] : [['user.id', String(event.user_id)] as const]),
    ...(event.username === '' ? [] : [['user.name', event.username] as const]),
    ...(event.ip === undefined ? [] : [['client.address', event.ip] as const]),
    ...(event.test ? [['goal.test', true] as const] : []),
  ];
}
