import { csvField } from '@goal/contract';

import { severitiesAs, type Format } from './format.ts';

const columns = 'id,occurred_at,received_at,code,severity,object,event_type,user_id,username,message,site_id';

const bytes = (text: string): Buffer => Buffer.from(text);
const comma = bytes(',');
export const lineEnd = bytes('\r\n');
const severity = severitiesAs((name) => `,${name},`);

export type CsvColumns = { withSites: boolean; withIp: boolean; withRedacted: boolean };

/**
 * The format of RFC 4180: CRLF, and texts in quotes. A row begins with the end of the one before,
 * so that every file has last bytes that leave once all others have. `withSites` adds the site
 * fields of the account API. Without `withIp` the column of the address stays empty (rulings
 * §11.5). `withRedacted` adds a last column, the time of the redaction (rulings §13.2).
 */
export function csvOf({ withSites, withIp, withRedacted }: CsvColumns): Format & { head: Buffer } {
  return {
    head: bytes(`${columns}${withSites ? ',domain,site_name' : ''},ip${withRedacted ? ',redacted_at' : ''}`),
    site: ({ site_id: id, domain = '', site_name: name = '' }) =>
      bytes(withSites ? `,${id},${csvField(domain)},${csvField(name)},` : `,${id},`),
    word: (text) => bytes(csvField(text)),
    event(row, names) {
      row.put(lineEnd);
      row.copy();
      row.put(comma);
      row.time();
      row.put(comma);
      row.time();
      const site = names.site(row.number());
      if (site === undefined) return false;
      row.put(comma);
      row.copy();
      row.put(severity(row.number()));
      row.word(names.objects, 'csv');
      row.put(comma);
      row.word(names.eventTypes, 'csv');
      row.put(comma);
      row.copy();
      row.put(comma);
      row.csv();
      row.put(comma);
      row.csv();
      row.put(site);
      if (withIp && !row.isNull()) row.copy();
      else row.skip();
      if (withRedacted) {
        row.put(comma);
        if (!row.isNull()) row.time();
      }
      return true;
    },
  };
}
