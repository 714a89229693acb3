import { createHash } from 'node:crypto';

import type { Person } from './agency.ts';
import { messageOf, postOf, type Facts } from './facts.ts';
import { kinds, type Code } from './kinds.ts';

/**
 * Something that happens on a site, before it has a message. `who` is undefined if no user of the
 * site did it.
 */
export type Draft = {
  /** Milliseconds since 1970. */
  at: number;
  code: Code;
  facts: Facts;
  who: Person | undefined;
  session: { id: string; agent: number } | undefined;
};

/** An event in the form that the plugin sends (rulings §7.2). */
export type DemoEvent = ReturnType<typeof demoEvent>;

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
];

/** Turns a draft into the plugin's form. The same `identity` gives the same event_uuid. */
export function demoEvent({ at, code, facts, who, session }: Draft, identity: string) {
  const [severity, object, eventType] = kinds[code];
  return {
    occurred_at: new Date(at).toISOString(),
    code,
    severity,
    object,
    event_type: eventType,
    message: messageOf(code, facts),
    user_id: who?.id ?? 0,
    username: who?.name ?? '',
    user_agent: session === undefined ? null : (agents[session.agent] ?? null),
    session_id: session?.id ?? null,
    event_uuid: uuidOf(identity),
    ip: addressOf(code, facts, session && who),
    ...postOf(code, facts),
  };
}

const attacks: readonly Code[] = [1002, 1003, 1004];

/**
 * Where the user came from: each person has one address, of a range for documentation (RFC 5737).
 */
function addressOf(code: Code, facts: Facts, who: Person | undefined): string | null {
  if (attacks.includes(code)) return facts['ip'] ?? null;
  return who === undefined
    ? null
    : `203.0.113.${2 + (Buffer.from(who.name).reduce((sum, byte) => sum * 31 + byte, 7) % 250)}`;
}

const namespace = Buffer.from('6f7b0f0e5a0c4f0c9a52d3e0b1d86c21', 'hex');

/** A UUID of version 5 (RFC 9562): the same name always gives the same UUID. */
function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
