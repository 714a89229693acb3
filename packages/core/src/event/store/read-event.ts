import {
  cleanText,
  cutText,
  isUuid,
  limits,
  parseAddress,
  parseDecimal,
  parseTimestamp,
  pluginSeverities,
  severities,
  type Severity,
} from '@goal/contract';

import type { NewEvent } from '../event.ts';

/** When it arrives, how long its site keeps events (null: forever), and whether addresses too. */
export type Arrival = { ms: number; retentionDays: number | null; keepsIp: boolean };

/** `repeats`: the event_uuid of one refused for its age alone (rulings §7.5). */
export type ReadEvent = { event: NewEvent; repeats?: undefined } | { error: string; repeats?: string };

const day = 24 * 60 * 60 * 1000;
const earliest = Date.UTC(limits.firstYear, 0);

/** Why a field is refused; `parseEvent` turns it into its answer. */
class FieldRefusal extends Error {}

const tooOld = 'older than retention';

/**
 * Reads one event as a sender wrote it (rulings §7.2 to §7.4). When several fields are bad, the
 * first one in the order of rulings §7.2 answers; of one field, its absence is checked first, then
 * its type, then its value. Only required fields and a bad event_uuid refuse an event: any other
 * bad value is stored as null, and texts are cleaned and cut, so that no value chosen by a stranger
 * makes an event disappear (rulings §7.3).
 */
export function parseEvent(input: unknown, arrival: Arrival): ReadEvent {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { error: 'event must be an object' };
  // Reads own fields only: a prototype's fields were not sent.
  const field = (name: string): unknown => (Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined);
  try {
    return { event: readFields(field, arrival) };
  } catch (error) {
    if (!(error instanceof FieldRefusal)) throw error;
    const uuid = error.message === tooOld ? field('event_uuid') : undefined;
    return {
      error: error.message,
      ...(typeof uuid === 'string' && isUuid(uuid) ? { repeats: uuid.toLowerCase() } : {}),
    };
  }
}

type Field = (name: string) => unknown;

function readFields(field: Field, arrival: Arrival): NewEvent {
  const { keepsIp } = arrival;
  return {
    // In the order of rulings §7.2: the first bad field answers.
    occurredAt: readTime(field, arrival),
    code: readCode(field),
    severity: readSeverity(field),
    object: readText(field, 'object', limits.textLength),
    eventType: readText(field, 'event_type', limits.textLength),
    message: readText(field, 'message', limits.messageLength),
    userId: readCount(field('user_id')) ?? 0,
    username: readOptional(field('username')) ?? '',
    userAgent: readOptional(field('user_agent'), limits.userAgentLength),
    sessionId: readOptional(field('session_id')),
    postId: readCount(field('post_id')) || null,
    postType: readOptional(field('post_type')),
    postStatus: readOptional(field('post_status')),
    eventUuid: readUuid(field('event_uuid')),
    ip: keepsIp ? readAddress(field('ip')) : null,
  };
}

function required(field: Field, name: string): unknown {
  const value = field(name);
  if (value === undefined || value === null) throw new FieldRefusal(`${name} required`);
  return value;
}

function readTime(field: Field, { ms, retentionDays }: Arrival): number {
  const value = required(field, 'occurred_at');
  if (typeof value !== 'string') throw new FieldRefusal('occurred_at must be a string');
  const time = parseTimestamp(value, { bare: false });
  if (time === undefined || time < earliest || time > ms + limits.hoursAhead * 60 * 60 * 1000) {
    throw new FieldRefusal('invalid occurred_at');
  }
  if (retentionDays !== null && time < ms - retentionDays * day) throw new FieldRefusal(tooOld);
  return time;
}

function readCode(field: Field): number {
  const value = required(field, 'code');
  if (typeof value !== 'number' && typeof value !== 'string') throw new FieldRefusal('code must be an integer');
  const code = readCount(value);
  if (code === undefined) throw new FieldRefusal('invalid code');
  return code;
}

function readSeverity(field: Field): Severity {
  const value = required(field, 'severity');
  const name = severities.find((one) => one === value);
  const severity = name ?? pluginSeverities.get(readCount(value) ?? -1);
  if (severity === undefined) throw new FieldRefusal('invalid severity');
  return severity;
}

function readText(field: Field, name: string, max: number): string {
  const value = required(field, name);
  if (typeof value !== 'string') throw new FieldRefusal(`${name} must be a string`);
  return stored(value, max);
}

/** Reads an optional text: anything but a non-empty string is null. */
function readOptional(value: unknown, max: number = limits.textLength): string | null {
  return typeof value === 'string' && value !== '' ? stored(value, max) : null;
}

/** A non-negative integer, as number or decimal string (rulings §2.8); else undefined. */
function readCount(value: unknown): number | undefined {
  const count = typeof value === 'string' ? parseDecimal(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count + 0 : undefined;
}

function readUuid(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !isUuid(value)) throw new FieldRefusal('invalid event_uuid');
  return value.toLowerCase();
}

/** Reads an address; anything else is stored as none (rulings §11.5). */
function readAddress(value: unknown): string | null {
  return typeof value === 'string' ? (parseAddress(value) ?? null) : null;
}

/** Cuts first, so that only what is stored is cleaned. Cleaning keeps the number of code points. */
function stored(text: string, max: number): string {
  return cleanText(cutText(text, max));
}
