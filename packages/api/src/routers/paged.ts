import type { Core } from '@goal/core';

type CursorCodec = Core['events']['cursors'];
/** Where a page begins or ends; undefined: at the first, after the last. */
type Place = Awaited<ReturnType<CursorCodec['decode']>>;

/** A page of a list: opens the cursor, reads, and seals where the next page begins (rulings §6.4). Throws `invalid_cursor`. */
export async function paged<List extends { next: Place }>(
  { events: { cursors } }: Core,
  purpose: Parameters<CursorCodec['decode']>[0],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (request: { limit: number; after: Place }) => Promise<List>,
): Promise<Omit<List, 'next'> & { next_cursor: string }> {
  const { next, ...list } = await read({ limit, after: await cursors.decode(purpose, cursor) });
  return { ...list, next_cursor: cursors.encode(purpose, next) };
}
