import { createHash } from 'node:crypto';

import { csvEnd, csvField, type RecordedAction } from '@goal/contract';

export const csvMaxRows = 10_000;

const columns = ['id', 'occurred_at', 'who', 'who_kind', 'what', 'action', 'site_domain', 'site_id'];

/** A page of the record after a cursor; the first page after ''. */
type ReadPage = (cursor: string) => Promise<{ actions: RecordedAction[]; next_cursor: string }>;

/**
 * The record as the parts of a CSV file (RFC 4180), newest first. It holds at most `csvMaxRows`
 * acts; where there are more a line says so. `withEnd`: the last line is `csvEnd`. Throws what
 * `readPage` throws.
 */
export async function* recordCsv(readPage: ReadPage, { withEnd = false } = {}): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let left = csvMaxRows;
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { actions, next_cursor: next } = await readPage(cursor);
    const lines = actions.slice(0, left).map(lineOf);
    left -= lines.length;
    const isCut = left === 0 && (actions.length > lines.length || next !== '');
    const part = [cursor === '' ? lineOfFields(columns) : '', ...lines, isCut ? lastLine : ''].join('');
    hash.update(part);
    yield part;
    cursor = next === '' || isCut ? undefined : next;
  }
  if (withEnd) yield csvEnd(csvMaxRows - left, hash.digest('hex'));
}

function lineOf({ id, occurred_at, who, who_kind, sentence, action, site_domain, site_id }: RecordedAction): string {
  // The marks that isolate names on a page are no part of the words.
  const what = sentence.replaceAll(/[\u2068\u2069]/g, '');
  return lineOfFields([String(id), occurred_at, who, who_kind, what, action, site_domain ?? '', site_id ?? '']);
}

const lineOfFields = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;

const lastLine = lineOfFields([
  `The file ends here, after the newest ${csvMaxRows.toLocaleString('en')} acts: choose an earlier last day for those before`,
  ...columns.slice(1).map(() => ''),
]);
