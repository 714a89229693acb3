import type { Core } from '@goal/core';

type CursorCodec = Core['events']['cursors'];
/** The begin or end of a page; undefined before the first row and after the last. */
type Position = Awaited<ReturnType<CursorCodec['decode']>>;

/** A page of a list, with the cursor of the next (rulings §6.4). Throws `invalid_cursor`. */
export async function paged<List extends { next: Position }>(
  { events: { cursors } }: Core,
  purpose: Parameters<CursorCodec['decode']>[0],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (request: { limit: number; after: Position }) => Promise<List>,
): Promise<Omit<List, 'next'> & { next_cursor: string }> {
  const { next, ...list } = await read({ limit, after: await cursors.decode(purpose, cursor) });
  return { ...list, next_cursor: cursors.encode(purpose, next) };
}
