/**
 * A text as a quoted field of a CSV file (RFC 4180). Spreadsheets run a text that begins like a
 * formula; an apostrophe before it prevents that.
 */
export function csvField(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
