import type { Left, StoredLeft } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Core } from '../core.ts';
import { shownViews, type ViewReader } from './what-keeps.ts';

/**
 * What a redaction keeps of what left, as it is read: streams with the name of now, or of their
 * deletion, and views as this reader may see them.
 */
export async function shownLeft(
  core: Pick<Core, 'db'>,
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
  { db }: Pick<Core, 'db'>,
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

/**
 * Notes in the redactions that name this stream when it was deleted, as the record has it, by which
 * they find its name from then on. The caller has recorded it just now, under the account's lock.
 */
export async function noteDeletion(tx: Tx, account: { rowId: number; id: string }, id: string): Promise<void> {
  const act = await tx.action.findFirst({
    where: { accountId: account.id, action: 'stream.delete' },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    select: { occurredAt: true },
  });
  if (act === null) return;
  const at = act.occurredAt.toISOString();
  await tx.$executeRaw`
    UPDATE redaction SET "left" = jsonb_set("left", '{streams}', (
      SELECT jsonb_agg(CASE WHEN s ->> 'id' = ${id} THEN s || jsonb_build_object('deleted_at', ${at}::text) ELSE s END ORDER BY place)
      FROM jsonb_array_elements("left" -> 'streams') WITH ORDINALITY AS of (s, place)))
    WHERE account_no = ${account.rowId} AND "left" -> 'streams' @> ${JSON.stringify([{ id }])}::jsonb`;
}
