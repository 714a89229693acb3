import type { Severity } from '@goal/contract';

import type { SentEvent } from '../event-json.ts';
import { onOneLine, withoutBreaks } from './free-text.ts';

/** The number of the documentation (RFC 5612), until the service has one of its own. */
const enterpriseNumber = 32_473;
/** «log audit» */
const facility = 13;
/** Severities of syslog; smaller is worse. */
const severities: Readonly<Record<Severity, number>> = { info: 6, low: 5, medium: 4, high: 3, critical: 2 };
const byteOrderMark = '\uFEFF';
/** Lengths of fields in the head of a message. */
const maxHostLength = 255;
const maxIdLength = 32;

/**
 * Returns an event as a message of RFC 5424, on one line: receivers write messages into lines, and
 * no text of an event may begin another one.
 */
export function rfc5424Message(event: SentEvent): string {
  const { id, site_id, code, severity, object, event_type, user_id, username, received_at, ip } = event;
  const given = { id, site_id, code, severity, object, event_type, user_id, username, received_at };
  const parameters = { ...given, ...(ip !== undefined && { ip }), ...(event.test && { test: true }) };
  const data = Object.entries(parameters).map(([name, value]) => `${name}="${escape(String(value))}"`);
  const structured = `[goal@${enterpriseNumber} ${data.join(' ')}]`;
  return `${rfc5424Head(event)} ${structured} ${byteOrderMark}${onOneLine(event.message)}`;
}

/** Returns what stands before the structured data. */
export function rfc5424Head({ severity, occurred_at: at, domain, site_id: siteId, code }: SentEvent): string {
  const host = headField(domain ?? siteId, maxHostLength);
  return `<${facility * 8 + severities[severity]}>1 ${at} ${host} goal - ${headField(`E${code}`, maxIdLength)}`;
}

/** Returns messages with the number of bytes in front of each (RFC 5425). */
export function octetCounted(messages: readonly string[]): Buffer {
  return Buffer.from(messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join(''));
}

function escape(value: string): string {
  return withoutBreaks(value).replace(/["\\\]]/g, '\\$&');
}

function headField(value: string, maxLength: number): string {
  return value.replace(/[^\x21-\x7e]/g, '_').slice(0, maxLength) || '-';
}
