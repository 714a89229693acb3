import type { AccountReceivedEvent } from '@goal/contract';

const ofSite = [
  'id',
  'occurred_at',
  'received_at',
  'code',
  'severity',
  'object',
  'event_type',
  'user_id',
  'username',
  'message',
  'site_id',
] as const;
const ofAccount = [...ofSite, 'domain', 'site_name'] as const;

/** Rows of RFC 4180: CRLF, and quotes around what needs them. */
export function csvOf(withSites: boolean): { head: string; row: (event: AccountReceivedEvent) => string } {
  const columns = withSites ? ofAccount : ofSite;
  return {
    head: `${columns.join(',')}\r\n`,
    row: (event) => `${columns.map((column) => field(event[column] ?? '')).join(',')}\r\n`,
  };
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = defused(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets run a text that begins like a formula, and senders choose these texts: an apostrophe before it makes it a text. */
function defused(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
