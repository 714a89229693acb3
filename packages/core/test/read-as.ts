import { copyMessage } from '@goal/db';
import { expect } from 'vitest';

import type { EventFilter } from '../src/event/read/filter.ts';
import { listEvents, readPage, type PageOrder } from '../src/event/read/list-events.ts';
import type { Position } from '../src/ground/position.ts';
import type { EventScope } from '../src/event/scope.ts';
import type { SearchBounds } from '../src/event/read/search-step.ts';
import { textOf } from '../src/export/page-text.ts';
import type { EventWorld } from './event-world.ts';

/** The buffers that exports read pages into: one holds a whole page here, the other a few rows. */
const memories = { large: Buffer.alloc(256 * 1024), small: Buffer.alloc(700) };
export type How = 'rows' | keyof typeof memories;

/**
 * Reads a page as a list or an export does and returns its ids. `isCut`: further rows did not fit.
 */
export async function readAs(
  how: How,
  world: EventWorld,
  scope: EventScope,
  filter: EventFilter,
  order: PageOrder,
  bounds?: SearchBounds,
): Promise<{ ids: number[]; next: Position | undefined; isCut?: boolean }> {
  if (how === 'rows') {
    const { events: page, next } = await listEvents(world, scope, filter, order, bounds);
    return { ids: page.map(({ id }) => id), next };
  }
  const { limit } = order;
  const reader = textOf(world.db, memories[how]);
  const { found, end } = await readPage(world, reader, scope, filter, {
    ...order,
    limit: limit + 1,
    ...(bounds && { bounds }),
  });
  const rows = found.flatMap(({ bytes }) => rowsIn(bytes));
  const isCut = found.some((one) => one.isCut);
  const page = rows.slice(0, limit).map((row) => row.split('\t'));
  const [id, at = ''] = page.at(-1) ?? [];
  const last = id === undefined ? undefined : { id: Number(id), time: Date.parse(at) };
  if (rows.length <= limit) expect(found.findLast((one) => one.last)?.last).toEqual(last);
  return { ids: page.map(([first]) => Number(first)), next: isCut || rows.length > limit ? last : end, isCut };
}

/** The rows in their messages, as texts. */
function rowsIn(bytes: Buffer): string[] {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at = copyMessage.end(bytes, at))
    rows.push(bytes.toString('utf8', at + copyMessage.head, copyMessage.end(bytes, at) - 1));
  return rows;
}
