import type { Core } from '@goal/core';

type Sealer = Core['events']['sealer'];
/** Where a page begins or ends; undefined: at the first, after the last. */
type Place = Awaited<ReturnType<Sealer['open']>>;

/** A page of a list: opens the cursor, reads, and seals where the next page begins (rulings §6.4). Throws `invalid_cursor`. */
export async function paged<List extends { next: Place }>(
  { events: { sealer } }: Core,
  purpose: Parameters<Sealer['open']>[0],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (request: { limit: number; after: Place }) => Promise<List>,
): Promise<Omit<List, 'next'> & { next_cursor: string }> {
  const { next, ...list } = await read({ limit, after: await sealer.open(purpose, cursor) });
  return { ...list, next_cursor: sealer.seal(purpose, next) };
}
