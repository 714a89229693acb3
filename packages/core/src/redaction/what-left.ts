import { DomainError, isUuid, storedLeftShape, type ActorKind, type Left, type StoredLeft } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { makerOf } from '../ground/actor.ts';
import { shownLeft } from './shown-left.ts';
import { findKeepers, type ViewReader, type Whose } from './what-keeps.ts';

/** Acts of the record among which exports are looked for, and exports that are named. */
const lookedAtMax = 10_000;
const namedMax = 100;

/** What a row of `redaction` holds; nothing while it runs. */
export const readLeft = (left: unknown): StoredLeft => storedLeftShape.parse(left ?? { streams: [], exports: [] });

/** Events that arrived at `since` or later, of a site or any; null: none was found. */
export type Gone = { since: Date | null; siteId: string | null; whose: Whose };

/**
 * What may have these events, because it sent or gave something out since they arrived, and nothing
 * calls it back: streams, also those that were deleted since, exports and bundles of the signed log
 * that had not ended by then (rulings §13.2). One that is about another site is left out. And what
 * keeps the name of the person. Throws `not_found`.
 */
export async function findLeft(
  core: Db,
  account: { rowId: number; id: string },
  { since, siteId, whose }: Gone,
): Promise<StoredLeft> {
  if (siteId !== null && !isUuid(siteId)) throw new DomainError('not_found');
  const keepers = await findKeepers(core, account, whose);
  const given =
    since === null
      ? { streams: [], deleted: [], exports: [] }
      : { streams: await sentStreams(core, account, since, siteId), ...(await givenOut(core, account, since, siteId)) };
  const kept = new Set(keepers.streams);
  const sent = new Set(given.streams);
  return {
    streams: [
      ...given.streams.map((id) => ({ id, ...(kept.has(id) ? { filter: true as const } : {}) })),
      ...given.deleted,
      ...keepers.streams
        .filter((id) => !sent.has(id))
        .map((id) => ({ id, filter: true as const, sent: false as const })),
    ],
    exports: given.exports,
    views: keepers.views,
  };
}

/** The same for who reads it. Throws `not_found`. */
export async function showLeft(
  core: Db,
  account: { rowId: number; id: string },
  gone: Gone,
  reader: ViewReader,
): Promise<Left> {
  return shownLeft(core, account, await findLeft(core, account, gone), reader);
}

/** Streams that may have sent since; a changed filter makes one about every site. */
async function sentStreams(
  { db }: Db,
  { rowId, id }: { rowId: number; id: string },
  since: Date,
  siteId: string | null,
): Promise<string[]> {
  const { rows } = await db.work.query<{ id: string }>(
    `select id::text from stream s where account_no = $1
       and (tried_at >= $2 or last_delivery_at >= $2 or exists (select from stream_delivery d where d.stream_no = s.no and d.at >= $2))
       and (filters ->> 'site_id' is null or $3::text is null or lower(filters ->> 'site_id') = $3
         or exists (select from action where account_id = $4 and action = 'stream.update' and occurred_at >= $2))
     order by no`,
    [rowId, since, siteId, id],
  );
  return rows.map((row) => row.id);
}

type GivenAct = {
  at: Date;
  kind: ActorKind;
  actor: string;
  action: 'events.export' | 'log.bundle' | 'stream.delete';
  /** Events of an export, leaves of a bundle. */
  count: number | null;
};

/** Exports, bundles and gone streams, which may have sent something. */
async function givenOut(
  { db }: Db,
  account: { id: string },
  since: Date,
  siteId: string | null,
): Promise<{ exports: StoredLeft['exports']; deleted: StoredLeft['streams'] }> {
  const { rows } = await db.work.query<GivenAct>(
    `select occurred_at as at, actor_kind as kind, actor, action, coalesce(detail ->> 'rows', detail ->> 'leaves')::float8 as count
     from (select * from action where account_id = $1 order by occurred_at desc, id desc limit $4) a
     where (action in ('events.export', 'log.bundle') and (ended_at is null or ended_at >= $2)
         and (site_id is null or $3::uuid is null or site_id = $3::uuid))
       or (action = 'stream.delete' and occurred_at >= $2)
     order by occurred_at desc, id desc`,
    [account.id, since, siteId, lookedAtMax],
  );
  const isStream = ({ action }: GivenAct): boolean => action === 'stream.delete';
  return {
    deleted: rows
      .filter(isStream)
      .slice(0, namedMax)
      .map(({ at }) => ({ id: null, deleted_at: at.toISOString() })),
    exports: rows
      .filter((act) => !isStream(act))
      .slice(0, namedMax)
      .map(({ at, kind, actor, action, count }) => ({
        at: at.toISOString(),
        by: makerOf({ kind, name: actor }),
        events: count ?? 0,
        ...(action === 'log.bundle' ? { bundle: true as const } : {}),
      })),
  };
}
