import {
  bundleEnd,
  bundleHead,
  consistencyLine,
  eventLineHead,
  goneLine,
  noteLine,
  skipLine,
  tileLine,
  type BundleEnd,
  type BundleHead,
  type BundleScope,
  type Witnessed,
} from '../bundle-lines.ts';
import { saltFromBase64, type EntryParts } from '../entries.ts';
import { eventText, type LoggedEvent } from '../event-text.ts';
import { hashFromBase64, type Hash } from '../hash.ts';
import type { ConsistencyProof } from './older-checkpoints.ts';
import { isCount, isId, isLogEnd, isObject, isTime, type Fields } from './read-note.ts';
import { BundleFault } from './verdict.ts';

/** A line of a bundle, taken apart. */
export type Line =
  | { kind: 'event'; index: number; n: number; salt: Uint8Array; event: LoggedEvent; textAt: number }
  | { kind: 'gone'; index: number; parts: EntryParts; isRedacted: boolean }
  | { kind: 'note'; index: number; entry: string }
  | { kind: 'tile'; size: number; hash: Hash }
  | { kind: 'skip'; from: number; to: number; hashes: readonly Hash[] }
  | ({ kind: 'consistency' } & ConsistencyProof)
  | { kind: 'head'; head: BundleHead }
  | { kind: 'end'; end: BundleEnd };

const eventKeys = 17;
const dayForm = /^\d{4}-\d\d-\d\d$/;

/**
 * Reads a line. Throws a `BundleFault` for anything that the functions of `bundle-lines.ts` would
 * not write: what was read is written once more and compared, so that no second reading of a line
 * is possible, such as by a key that is there twice.
 */
export function readLine(text: string): Line {
  const fields = parse(text);
  const reader = readers.find(([key]) => key in fields)?.[1];
  const line = reader?.(fields, text);
  if (line === undefined) throw new BundleFault('the line has a form that no bundle has');
  return line;
}

const readers: readonly (readonly [key: string, read: (fields: Fields, text: string) => Line | undefined])[] = [
  ['event', readEvent],
  ['commitment', readGone],
  ['note', readNoteLine],
  ['tile', readTile],
  ['skip', (fields, text) => readRange('skip', fields, text)],
  ['consistency', (fields, text) => readRange('consistency', fields, text)],
  ['bundle', readHead],
  ['end', readEnd],
];

function readEvent({ index, n, salt: encoded, event }: Fields, text: string): Line | undefined {
  if (!isCount(index) || !isCount(n) || typeof encoded !== 'string' || !isEvent(event)) return undefined;
  const salt = saltFromBase64(encoded);
  const head = eventLineHead(index, n, encoded);
  const isWritten = text.startsWith(head) && text.slice(head.length) === `${eventText(event, event.site_id)}}`;
  return salt !== undefined && isWritten ? { kind: 'event', index, n, salt, event, textAt: head.length } : undefined;
}

function isEvent(value: unknown): value is LoggedEvent {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return (
    keys.length === ('ip' in value ? eventKeys + 1 : eventKeys) &&
    keys.every((key) => isText(value[key]) || value[key] === null || Number.isSafeInteger(value[key])) &&
    isCount(value['id']) &&
    isTime(value['occurred_at']) &&
    isTime(value['received_at']) &&
    isText(value['site_id'])
  );
}

function readGone(fields: Fields, text: string): Line | undefined {
  const { index, n, site_id: siteId, id, occurred_on: occurredOn, received_at: receivedAt } = fields;
  const commitment = hashFromBase64(String(fields['commitment']));
  const isRedacted = fields['redacted'] === true;
  if (!isCount(index) || !isCount(n) || !isText(siteId) || !isCount(id) || !isTime(receivedAt)) return undefined;
  if (!isText(occurredOn) || !dayForm.test(occurredOn) || commitment === undefined) return undefined;
  const parts = { siteId, n, id, occurredOn, receivedAt, commitment };
  return goneLine(index, parts, { redacted: isRedacted }) === text
    ? { kind: 'gone', index, parts, isRedacted }
    : undefined;
}

function readNoteLine({ index, note: entry }: Fields, text: string): Line | undefined {
  return isCount(index) && isText(entry) && noteLine(index, entry) === text
    ? { kind: 'note', index, entry }
    : undefined;
}

function readTile({ tile: size, hash: encoded }: Fields, text: string): Line | undefined {
  const hash = hashFromBase64(String(encoded));
  return isCount(size) && hash !== undefined && tileLine(size, hash) === text
    ? { kind: 'tile', size, hash }
    : undefined;
}

function readRange(kind: 'skip' | 'consistency', fields: Fields, text: string): Line | undefined {
  const { [kind]: range, hashes: encoded } = fields;
  if (!Array.isArray(range) || !Array.isArray(encoded)) return undefined;
  const [from, to]: unknown[] = range;
  const hashes = encoded.map((one) => hashFromBase64(String(one)));
  if (!isCount(from) || !isCount(to) || !hashes.every((one) => one !== undefined)) return undefined;
  const write = kind === 'skip' ? skipLine : consistencyLine;
  return write(from, to, hashes) === text ? { kind, from, to, hashes } : undefined;
}

function readHead(fields: Fields, text: string): Line | undefined {
  const { origin, scope, vkeys, previous, began_at, size } = fields;
  if (!isText(origin) || !isScope(scope) || !isTextList(vkeys) || !isTime(began_at) || !isCount(size)) return undefined;
  if (previous !== null && !isLogEnd(previous)) return undefined;
  const head = { origin, scope, vkeys, previous, began_at, size };
  return bundleHead(head) === text ? { kind: 'head', head } : undefined;
}

function isScope(value: unknown): value is BundleScope {
  return (
    isObject(value) &&
    Object.keys(value).length === 1 &&
    isId(value['account_id'] ?? value['site_id'] ?? value['group_id'])
  );
}

function readEnd({ end: size, checkpoint, witnessed, lines, sha256 }: Fields, text: string): Line | undefined {
  if (!isCount(size) || !isText(checkpoint) || !isCount(lines) || !isText(sha256)) return undefined;
  if (witnessed !== null && !isWitnessed(witnessed)) return undefined;
  const end = { end: size, checkpoint, witnessed, lines, sha256 };
  return bundleEnd(end) === text ? { kind: 'end', end } : undefined;
}

function isWitnessed(value: unknown): value is Witnessed {
  return (
    isObject(value) &&
    isText(value['entry']) &&
    isCount(value['index']) &&
    isTextList(value['proof']) &&
    isText(value['checkpoint'])
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

function parse(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below, as for any other value that is no object.
  }
  throw new BundleFault('the line is no object of JSON');
}
