import { eventCodes, type severityNumber } from '@goal/core';

import { pick, weighted, zipf, type Random } from './random.ts';

type Severity = Parameters<typeof severityNumber>[0];

/** An event in the form that a plugin sends. */
export type SentEvent = {
  occurred_at: string;
  code: number;
  severity: Severity;
  object: string;
  event_type: string;
  message: string;
  user_id: number;
  username: string;
  user_agent: string;
  session_id: string;
  event_uuid: string;
  ip?: string;
  post_id?: number;
  post_type?: string;
  post_status?: string;
};

type Kind = { code: number; severity: Severity; object: string; event_type: string; weight: number };

const names = [
  'anna',
  'ben',
  'carla',
  'dmitri',
  'eva',
  'farid',
  'gina',
  'hugo',
  'ines',
  'jon',
  'kim',
  'lea',
  'mats',
  'nora',
];
const words =
  'garden summer price list contact team winter sale recipe travel news opening hours shipping review guide photo album event'.split(
    ' ',
  );
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'WordPress/6.8; https://example.com',
];

/**
 * The recurring texts of events. In each account's dictionary their ids are their indexes plus 1.
 */
export type Vocabulary = { objects: string[]; eventTypes: string[]; agents: string[] };

export function vocabulary(): Vocabulary {
  const kinds = readKinds();
  return {
    objects: [...new Set(kinds.map((kind) => kind.object))],
    eventTypes: [...new Set(kinds.map((kind) => kind.event_type))],
    agents,
  };
}

/**
 * The plugin's event codes. Their frequency falls from the first to the last; logins and edits come
 * first.
 */
function readKinds(): Kind[] {
  return eventCodes.map(({ eventType, ...kind }, index) => ({ ...kind, event_type: eventType, weight: zipf(index) }));
}

/**
 * Returns a function that makes realistic events at the given times. `withAddress` is the share of
 * them that have an address.
 */
export function eventMaker(random: Random, withAddress = 0): (ms: number) => SentEvent {
  const kinds = readKinds();
  const kindOf = weighted(random, kinds, (kind) => kind.weight);
  const digits = (count: number): string =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, '0');
  const title = (): string => Array.from({ length: 2 + Math.floor(random() * 6) }, () => pick(random, words)).join(' ');
  const byte = (): number => Math.floor(random() * 256);
  // One in four is IPv6.
  const addressOf = (): string =>
    random() < 0.25 ? `2001:db8:${digits(4)}:${digits(4)}::${digits(4)}` : `203.${byte()}.${byte()}.${byte()}`;
  return (ms) => {
    const { code, severity, object, event_type } = kindOf();
    const user = Math.floor(random() * names.length);
    return {
      occurred_at: new Date(ms).toISOString(),
      code,
      severity,
      object,
      event_type,
      message: `${object} ${event_type}: "${title()}" (ID ${Math.floor(random() * 90_000)}), from 192.0.2.${Math.floor(random() * 255)}`,
      user_id: user + 1,
      username: names[user] ?? '',
      user_agent: pick(random, agents),
      session_id: digits(8),
      // Without addresses no number is drawn, so the data sets stay what they are.
      ...(withAddress > 0 && random() < withAddress ? { ip: addressOf() } : {}),
      event_uuid: `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`,
      ...(random() < 0.5
        ? { post_id: 1 + Math.floor(random() * 90_000), post_type: 'post', post_status: 'publish' }
        : {}),
    };
  };
}

/** The body of a request with `count` events between two times, oldest first. */
export function batchOf(make: (ms: number) => SentEvent, count: number, from: number, to: number): string {
  const step = (to - from) / count;
  return JSON.stringify({ events: Array.from({ length: count }, (_, nth) => make(from + step * nth)) });
}
