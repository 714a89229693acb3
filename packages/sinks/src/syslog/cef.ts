import { isIPv6 } from 'node:net';

import type { Severity } from '@goal/contract';

import type { SentEvent } from '../event-json.ts';
import { lineBreaks, onOneLine } from './free-text.ts';
import { rfc5424Head } from './rfc5424.ts';

/** Severities of CEF: 0 to 3 low, 4 to 6 medium, 7 and 8 high, 9 and 10 very high. */
const severities: Readonly<Record<Severity, number>> = { info: 1, low: 3, medium: 5, high: 8, critical: 10 };

/** Returns an event as CEF, inside a message of RFC 5424. */
export function cefMessage(event: SentEvent): string {
  const { code, object, event_type: type, severity } = event;
  const head = ['CEF:0', 'Goal', 'Goal', '1', String(code), `${object} ${type}`, String(severities[severity])];
  const extension = Object.entries(fieldsOf(event)).map(([name, value]) => `${name}=${escapeValue(String(value))}`);
  return `${rfc5424Head(event)} - ${head.map(escapeHead).join('|')}|${extension.join(' ')}`;
}

function fieldsOf(event: SentEvent): Record<string, string | number> {
  const { occurred_at, username, user_id, domain, id, site_id, ip, message } = event;
  const address: Record<string, string> =
    ip === undefined ? {} : isIPv6(ip) ? { c6a2Label: 'Source IPv6 Address', c6a2: ip } : { src: ip };
  return {
    rt: Date.parse(occurred_at),
    ...(username !== '' && { suser: username }),
    ...(user_id !== 0 && { suid: user_id }),
    ...(domain !== undefined && { dhost: domain }),
    externalId: id,
    ...address,
    cs1Label: 'siteId',
    cs1: site_id,
    ...(event.test && { cs2Label: 'test', cs2: 'true' }),
    msg: message,
  };
}

/** The head of CEF has no way to write a line break. */
const escapeHead = (text: string): string => text.replace(lineBreaks, ' ').replace(/[\\|]/g, '\\$&');

const escapeValue = (text: string): string => onOneLine(text).replaceAll('=', '\\=');
