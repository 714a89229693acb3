import { csvField } from '@goal/contract';

import { severitiesAs, type Format } from './format.ts';
import { column } from './line-writer.ts';

const columns = 'id,occurred_at,received_at,code,severity,object,event_type,user_id,username,message,site_id';

const bytes = (text: string): Buffer => Buffer.from(text);
const comma = bytes(',');
const lineEnd = bytes('\r\n');
const severity = severitiesAs((name) => `,${name},`);

export type CsvColumns = { withSites: boolean; withIp: boolean; withRedacted: boolean };

/**
 * The format of RFC 4180: CRLF, and texts in quotes. `withSites` adds the site fields of the
 * account API. Without `withIp` the column of the address stays empty (rulings §11.5).
 * `withRedacted` adds a last column, the time of the redaction (rulings §13.2).
 */
export function csvOf({ withSites, withIp, withRedacted }: CsvColumns): Format & { head: Buffer } {
  return {
    head: bytes(`${columns}${withSites ? ',domain,site_name' : ''},ip${withRedacted ? ',redacted_at' : ''}\r\n`),
    site: ({ site_id: id, domain = '', site_name: name = '' }) =>
      bytes(withSites ? `,${id},${csvField(domain)},${csvField(name)},` : `,${id},`),
    word: (text) => bytes(csvField(text)),
    event(row, { objects, eventTypes }, site) {
      row.copy(column.id);
      row.put(comma);
      row.time(column.occurredAt);
      row.put(comma);
      row.time(column.receivedAt);
      row.put(comma);
      row.copy(column.code);
      row.put(severity(row.number(column.severity)));
      if (row.isNull(column.object)) row.csv(column.objectText);
      else row.put(objects.of(row.number(column.object)));
      row.put(comma);
      if (row.isNull(column.eventType)) row.csv(column.eventTypeText);
      else row.put(eventTypes.of(row.number(column.eventType)));
      row.put(comma);
      row.copy(column.userId);
      row.put(comma);
      row.csv(column.username);
      row.put(comma);
      row.csv(column.message);
      row.put(site);
      if (withIp && !row.isNull(column.ip)) row.copy(column.ip);
      if (withRedacted) {
        row.put(comma);
        if (!row.isNull(column.redactedAt)) row.time(column.redactedAt);
      }
      row.put(lineEnd);
    },
  };
}
