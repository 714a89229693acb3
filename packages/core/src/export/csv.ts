import { severityName } from '../event/event.ts';
import type { Format } from './format.ts';

const columns = 'id,occurred_at,received_at,code,severity,object,event_type,user_id,username,message,site_id';

/** Rows of RFC 4180: CRLF, and quotes around what needs them; with or without what the account API tells of a site. */
export function csvOf(withSites: boolean): Format & { head: string } {
  return {
    head: `${columns}${withSites ? ',domain,site_name' : ''}\r\n`,
    site: ({ site_id: id, domain = '', site_name: name = '' }) =>
      withSites ? `${id},${field(domain)},${field(name)}\r\n` : `${id}\r\n`,
    event: ([id, at, receivedAt, code, userId, , severity, , , username, message], object, eventType, site) =>
      `${id},${at},${receivedAt},${code},${severityName(severity)},${field(object)},${field(eventType)},${userId},${field(username)},${field(message)},${site}`,
  };
}

function field(value: string): string {
  const text = defused(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets run a text that begins like a formula, and senders choose these texts: an apostrophe before it makes it a text. */
function defused(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
