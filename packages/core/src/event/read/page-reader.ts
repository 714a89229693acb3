import { rows, type Database, type Statement } from '@goal/db';

import { pageWidth, positionOf, type PageRow } from './page-row.ts';
import type { Order, Position } from '../../ground/position.ts';
import type { Step } from './search-step.ts';

/** How matches leave the database: as rows, or as text for an export (export/page-text.ts). */
export type PageReader<Found> = {
  /** A page without conditions. */
  plain(statement: Statement): Promise<Pick<Step<Found>, 'found' | 'count'>>;
  /** A step of a search. */
  step(statement: Statement, order: Order): Promise<Step<Found>>;
  /** The position of the last match; undefined when there is none. */
  last(found: Found): Position | undefined;
};

/** A row of a step, or its closing row (`searchStep`, `mergeStep`, `spanStep`). */
type StepRow = [...PageRow, looked: number | null, bound: string | null];

/** Reads matches as rows. */
export function rowsOf({ pages }: Pick<Database, 'pages'>): PageReader<PageRow[]> {
  return {
    async plain(statement) {
      const found = await rows<PageRow>(pages, statement);
      return { found, count: found.length };
    },
    async step(statement, order) {
      const found: PageRow[] = [];
      let closing: Pick<Step<PageRow[]>, 'looked' | 'lastAt' | 'end' | 'bound' | 'isClosed'> = {
        looked: 0,
        lastAt: undefined,
        end: undefined,
        bound: null,
        isClosed: false,
      };
      for (const row of await rows<StepRow>(pages, statement)) {
        const [looked, bound] = [row[pageWidth], row[pageWidth + 1]] as [number | null, string | null]; // these two follow a PageRow
        if (looked === null) found.push(row.slice(0, pageWidth) as PageRow); // the first columns of a StepRow are a PageRow
        else closing = { looked, bound, ...endOf(row), isClosed: true };
      }
      // The statement returns the right rows, in no particular order.
      const sign = order === 'desc' ? -1 : 1;
      found.sort((a, b) => sign * (a[1] === b[1] ? a[0] - b[0] : a[1] < b[1] ? -1 : 1));
      return { found, count: found.length, ...closing };
    },
    last(found) {
      const row = found.at(-1);
      return row && positionOf(row);
    },
  };
}

/**
 * What a closing row says. It has nulls in place of a position, or of a time, that is not there.
 */
function endOf(row: StepRow): Pick<Step<unknown>, 'lastAt' | 'end'> {
  const [id, , lastAt] = row as [number | null, string, string | null, ...unknown[]]; // `end` of page-statements.ts
  return { lastAt: lastAt === null ? undefined : Date.parse(lastAt), end: id === null ? undefined : positionOf(row) };
}
