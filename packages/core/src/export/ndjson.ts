import { severitiesAs, type Format } from './format.ts';

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
  event(row, names) {
    row.put(key.id);
    row.copy();
    row.put(key.occurredAt);
    row.time();
    row.put(key.receivedAt);
    row.time();
    const site = names.site(row.number());
    if (site === undefined) return false;
    row.put(key.code);
    row.copy();
    row.put(severity(row.number()));
    row.put(key.object);
    row.word(names.objects, 'json');
    row.put(key.eventType);
    row.word(names.eventTypes, 'json');
    row.put(key.userId);
    row.copy();
    row.put(key.username);
    row.json();
    row.put(key.message);
    row.json();
    row.put(site);
    if (!withIp || row.isNull()) row.skip();
    else {
      row.put(key.ip);
      row.copy();
      row.put(quote);
    }
    if (!row.isNull()) {
      row.put(key.redactedAt);
      row.time();
      row.put(quote);
    }
    row.put(end);
    return true;
  },
});
