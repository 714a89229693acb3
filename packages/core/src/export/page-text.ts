import { copyText, wireTime, type CopiedText, type Database, type Statement } from '@goal/db';

import type { PageReader } from '../event/page-reader.ts';
import type { Order, Position } from '../ground/position.ts';

/** Rows of a page in COPY's text format, in the order of `columns` of page-statements.ts. */
export type PageText = {
  bytes: Buffer;
  /** The position of the last row; undefined without rows. */
  last: Position | undefined;
  /** True when further rows did not fit into the memory. */
  isCut: boolean;
};

const lineFeed = 10;
const none = '\\N';

/** Reads one page into `memory`. Its statements return no more than fits, and at least one row. */
export function textOf({ pages }: Pick<Database, 'pages'>, memory: Buffer): PageReader<PageText> {
  let left = memory;
  const copied = async (text: string, values: unknown[]): Promise<CopiedText> => {
    const copy = await copyText(pages, { text, values }, left);
    left = left.subarray(copy.bytes.length);
    return copy;
  };
  return {
    async plain({ text, values }: Statement) {
      const { bytes, isCut } = await copied(text, values);
      return { found: { bytes, last: positionOf(lastRow(bytes)), isCut }, count: countRows(bytes) };
    },
    async step({ text, values }: Statement, order: Order) {
      // The statement returns the right rows, in no particular order; this puts its closing row
      // last.
      const ordered = `select * from (${text}) s order by looked nulls first, occurred_at ${order}, id ${order}`;
      const { bytes, isCut } = await copied(ordered, values);
      const row = lastRow(bytes);
      const [looked = none, bound = none] = row.slice(-2);
      const [, , lastAt = none] = row;
      // The closing row is missing when not all rows fitted, and the search ends here.
      const isClosing = row.length > 0 && looked !== none;
      const events = isClosing ? bytes.subarray(0, startOfLast(bytes)) : bytes;
      return {
        found: { bytes: events, last: positionOf(lastRow(events)), isCut },
        count: countRows(events),
        looked: isClosing ? Number(looked) : 0,
        lastAt: isClosing && lastAt !== none ? Date.parse(wireTime(lastAt)) : undefined,
        end: isClosing ? positionOf(row) : undefined,
        bound: bound === none ? null : bound,
        isClosed: isClosing,
      };
    },
    last: ({ last }) => last,
  };
}

function countRows(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

function startOfLast(bytes: Buffer): number {
  return bytes.lastIndexOf(lineFeed, bytes.length - 2) + 1;
}

/** Returns the columns of the last row; none without rows. */
function lastRow(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  return bytes.toString('utf8', startOfLast(bytes), bytes.length - 1).split('\t');
}

function positionOf([id = none, at = none]: string[]): Position | undefined {
  return id === none ? undefined : { time: Date.parse(wireTime(at)), id: Number(id) };
}
