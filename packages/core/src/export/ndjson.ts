import { severitiesAs, type Format } from './format.ts';
import { column } from './line-writer.ts';

/** What the first line of an export says about it. */
export type ExportFacts = { scope: object; filters: object; started_at: string };

/** Writes one line of an export. */
export function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

const bytes = (text: string): Buffer => Buffer.from(text);
const key = {
  id: bytes('{"id":'),
  occurredAt: bytes(',"occurred_at":"'),
  receivedAt: bytes('","received_at":"'),
  code: bytes('","code":'),
  object: bytes(',"object":'),
  eventType: bytes(',"event_type":'),
  userId: bytes(',"user_id":'),
  username: bytes(',"username":'),
  message: bytes(',"message":'),
  ip: bytes(',"ip":"'),
  redactedAt: bytes(',"redacted_at":"'),
};
const quote = bytes('"');
const end = bytes('}\n');

const severity = severitiesAs((name) => `,"severity":"${name}"`);

/** The format of one JSON line per event, with its address only where `withIp` is set. */
export const ndjsonOf = ({ withIp }: { withIp: boolean }): Format => ({
  site: (names) => bytes(`,${JSON.stringify(names).slice(1, -1)}`),
  word: (text) => bytes(JSON.stringify(text)),
  event(row, { objects, eventTypes }, site) {
    row.put(key.id);
    row.copy(column.id);
    row.put(key.occurredAt);
    row.time(column.occurredAt);
    row.put(key.receivedAt);
    row.time(column.receivedAt);
    row.put(key.code);
    row.copy(column.code);
    row.put(severity(row.number(column.severity)));
    row.put(key.object);
    if (row.isNull(column.object)) row.json(column.objectText);
    else row.put(objects.of(row.number(column.object)));
    row.put(key.eventType);
    if (row.isNull(column.eventType)) row.json(column.eventTypeText);
    else row.put(eventTypes.of(row.number(column.eventType)));
    row.put(key.userId);
    row.copy(column.userId);
    row.put(key.username);
    row.json(column.username);
    row.put(key.message);
    row.json(column.message);
    row.put(site);
    if (withIp && !row.isNull(column.ip)) {
      row.put(key.ip);
      row.copy(column.ip);
      row.put(quote);
    }
    if (!row.isNull(column.redactedAt)) {
      row.put(key.redactedAt);
      row.time(column.redactedAt);
      row.put(quote);
    }
    row.put(end);
  },
});
