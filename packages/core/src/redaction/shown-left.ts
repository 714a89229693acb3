import type { Left, StoredLeft } from '@goal/contract';

import type { Core } from '../core.ts';
import { shownViews, type ViewReader } from './what-keeps.ts';

/** Acts of the record among which a deletion is looked for. */
const lookedAtMax = 10_000;

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

type Deletion = { at: Date; stream: string | null; name: string | null };

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
  const gone = streams.filter(({ id }) => id === null || !names.has(id));
  // The record of before named no id: such a deletion is known by its time.
  const { rows: deletions } = await db.work.query<Deletion>(
    `select occurred_at as at, detail ->> 'stream' as stream, detail ->> 'name' as name from action
       where account_id = $1 and occurred_at = any($2::timestamptz[]) and action = 'stream.delete'
     union
     select occurred_at, detail ->> 'stream', detail ->> 'name'
       from (select * from action where account_id = $1 order by occurred_at desc, id desc limit $4) a
       where action = 'stream.delete' and detail ->> 'stream' = any($3::text[])`,
    [account.id, gone.flatMap(({ deleted_at: at }) => at ?? []), gone.flatMap(({ id }) => id ?? []), lookedAtMax],
  );
  return streams.map((one) => {
    const name = one.id === null ? undefined : names.get(one.id);
    if (name !== undefined) return { ...one, name };
    const deletion = deletions.find(({ at, stream }) =>
      one.id === null ? at.toISOString() === one.deleted_at : stream === one.id,
    );
    const at = one.deleted_at ?? deletion?.at.toISOString();
    return { ...one, name: deletion?.name ?? '', ...(at === undefined ? {} : { deleted_at: at }) };
  });
}
