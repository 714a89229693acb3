import { limits } from '@goal/contract';
import { isTimeout } from '@goal/db';

import { readPage } from '../event/read/list-events.ts';
import type { EventScope } from '../event/scope.ts';
import type { Position } from '../ground/position.ts';
import type { ExportPlan } from './export-plan.ts';
import type { Format } from './format.ts';
import { Names } from './names.ts';
import { textOf } from './page-text.ts';

/** The target and maximum size of a page in bytes, and how many events it may have. */
const pageBytes = { target: 512 * 1024, max: 1024 * 1024 };
export const pageEvents = { first: 500, min: 50, max: 5000 };
/** The time that a page should take at most, in milliseconds: well below the statement timeout. */
const pageTargetMs = 250;
/**
 * How often key and scope are checked again, in milliseconds: together with the half second for
 * which a look-up is valid this stays below the second of rulings §2.5.
 */
export const judgeIntervalMs = 400;

/**
 * Rows of a page, the names in them, and how to read the next page; `next` is undefined at the end.
 */
export type RowPage = {
  rows: Buffer;
  names: Names;
  judgedAt: number;
  next: Position | undefined;
  size: number;
  isDue: boolean;
};
/**
 * Returns what reads a page of about `size` events behind `after`, one after the other, each in a
 * turn. It checks key and scope again when that is due. The rows of a page are valid until the page
 * after the next one is read.
 */
export function pageReader(
  plan: ExportPlan,
  format: Format,
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>,
): (after: Position | undefined, size: number) => Promise<RowPage> {
  const { core, filter, order, account, sites } = plan;
  // Two buffers suffice: a page is written before the page after the next one is read.
  const memories = [Buffer.allocUnsafe(pageBytes.max), Buffer.allocUnsafe(pageBytes.max)] as const;
  let turn: 0 | 1 = 0;
  let judged: { scope: EventScope; names: Names } | undefined;
  let judgedAt = 0;
  let sinceCheckpoint = 0;
  return (after, size) =>
    inTurn(async () => {
      if (judged === undefined || performance.now() - judgedAt > judgeIntervalMs) {
        const names = new Names(format, { dictionary: core.events.dictionary, account, sites });
        judged = { scope: await plan.scope(), names };
        judgedAt = performance.now();
      }
      const { scope, names } = judged;
      const memory = memories[turn];
      turn = turn === 0 ? 1 : 0;
      // No page crosses the next checkpoint.
      let limit = Math.min(size, limits.checkpointEvents - sinceCheckpoint);
      const begun = performance.now();
      const page = () => readPage(core, textOf(core.db, memory), scope, filter, { limit, after, order });
      const { found, count, end } = await page().catch((error: unknown) => {
        if (!isTimeout(error)) throw error;
        // What is not cached is slow; a short page finds what the first attempt cached.
        limit = Math.min(limit, pageEvents.min);
        return page();
      });
      const took = performance.now() - begun;
      sinceCheckpoint += count;
      const isDue = sinceCheckpoint === limits.checkpointEvents;
      if (isDue) sinceCheckpoint = 0;
      const [only = Buffer.alloc(0), ...others] = found.map(({ bytes }) => bytes);
      const rows = others.length === 0 ? only : Buffer.concat([only, ...others]);
      const isFull = count >= limit || found.some(({ isCut }) => isCut);
      const last = found.findLast((one) => one.last !== undefined)?.last;
      const next = isFull ? last : end;
      return { rows, names, judgedAt, next, size: sizeOfNext({ events: count, bytes: rows.length, took }), isDue };
    });
}

/** How many events like those of this page fill a page within its size and time. */
function sizeOfNext({ events, bytes, took }: { events: number; bytes: number; took: number }): number {
  if (events === 0) return pageEvents.max;
  const fitting = Math.floor(events * Math.min(pageBytes.target / bytes, pageTargetMs / took));
  return Math.max(pageEvents.min, Math.min(pageEvents.max, fitting));
}
