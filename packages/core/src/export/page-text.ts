import { copyMessage, copyText, wireTime, type CopiedText, type Database, type Statement } from '@goal/db';

import type { PageReader } from '../event/read/page-reader.ts';
import type { Order, Position } from '../ground/position.ts';

/** Rows as COPY's text, in messages (`copyText`), with `columns` of page-statements.ts. */
export type PageText = {
  bytes: Buffer;
  /** The position of the last row; undefined without rows. */
  last: Position | undefined;
  /** True when further rows did not fit into the memory. */
  isCut: boolean;
};

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
      const copy = await copied(text, values);
      return { found: { bytes: copy.bytes, last: positionOf(lastRow(copy)), isCut: copy.isCut }, count: copy.count };
    },
    async step({ text, values }: Statement, order: Order) {
      // The rows come in no particular order; this puts the closing row last.
      const ordered = `select * from (${text}) s order by looked nulls first, occurred_at ${order}, id ${order}`;
      const copy = await copied(ordered, values);
      const row = lastRow(copy);
      const [looked = none, bound = none] = row.slice(-2);
      const [, , lastAt = none] = row;
      // The closing row is missing when not all rows fitted, and the search ends here.
      const isClosing = row.length > 0 && looked !== none;
      const events = isClosing ? withoutLast(copy) : copy;
      return {
        found: { bytes: events.bytes, last: positionOf(lastRow(events)), isCut: copy.isCut },
        count: events.count,
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

/** Leaves out the last row, which closes a step. */
function withoutLast({ bytes, count, last: length, isCut }: CopiedText): CopiedText {
  let last = 0;
  for (let at = 0; at < length; at = copyMessage.end(bytes, at)) last = at;
  return { bytes: bytes.subarray(0, length), count: count - 1, last, isCut };
}

/** Returns the columns of the last row; none without rows. */
function lastRow({ bytes, count, last }: CopiedText): string[] {
  if (count === 0) return [];
  return bytes.toString('utf8', last + copyMessage.head, bytes.length - 1).split('\t');
}

function positionOf([id = none, at = none]: string[]): Position | undefined {
  return id === none ? undefined : { time: Date.parse(wireTime(at)), id: Number(id) };
}
