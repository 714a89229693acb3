import type { Left, StoredLeft } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { shownViews, type ViewReader } from './what-keeps.ts';

/**
 * What a redaction keeps of what left, as it is read: streams with the name of now, or of their
 * deletion, and views as this reader may see them.
 */
export async function shownLeft(
  core: Db,
  account: { rowId: number; id: string },
  { streams, exports, views }: StoredLeft,
  reader: ViewReader,
): Promise<Left> {
  return {
    streams: await namedStreams(core, account, streams),
    exports,
    ...(await shownViews(core, account, views, reader)),
  };
}

async function namedStreams(
  { db }: Db,
  account: { rowId: number; id: string },
  streams: StoredLeft['streams'],
): Promise<Left['streams']> {
  if (streams.length === 0) return [];
  const living = await db.prisma.stream.findMany({
    where: { accountRowId: account.rowId, id: { in: streams.flatMap(({ id }) => id ?? []) } },
    select: { id: true, name: true },
  });
  const names = new Map(living.map(({ id, name }) => [id, name]));
  const times = streams.flatMap(({ deleted_at: at }) => at ?? []);
  const { rows: deletions } = await db.work.query<{ at: Date; name: string | null }>(
    `select occurred_at as at, detail ->> 'name' as name from action
     where account_id = $1 and occurred_at = any($2::timestamptz[]) and action = 'stream.delete'`,
    [account.id, times],
  );
  const lastNames = new Map(deletions.map(({ at, name }) => [at.toISOString(), name]));
  return streams.map((one) => ({
    ...one,
    name: (one.deleted_at === undefined ? names.get(one.id ?? '') : lastNames.get(one.deleted_at)) ?? '',
  }));
}
