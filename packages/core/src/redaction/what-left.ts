import { DomainError, isUuid, leftShape, type ActorKind, type Left } from '@goal/contract';

import type { Core } from '../core.ts';
import { makerOf } from '../ground/actor.ts';

/** Acts of the record among which exports are looked for, and exports that are named. */
const lookedAtMax = 10_000;
const namedMax = 100;

export const noLeft: Left = { streams: [], exports: [] };

/** What a row of `redaction` holds. */
export const readLeft = (left: unknown): Left => leftShape.parse(left);

/** Events that arrived at `since` or later, of one site or of any. */
export type Gone = { since: Date; siteId: string | null };

/**
 * The streams that have sent something since these events arrived, and the exports that were begun
 * since: they may have had these events, and nothing calls them back (rulings §13.2). One that is
 * about another site is left out.
 */
export async function findLeft(
  { db }: Pick<Core, 'db'>,
  account: { rowId: number; id: string },
  { since, siteId }: Gone,
): Promise<Left> {
  if (siteId !== null && !isUuid(siteId)) throw new DomainError('not_found');
  const streams = await db.work.query<{ id: string; name: string }>(
    `select id::text, name from stream where account_no = $1 and last_delivery_at >= $2
       and (filters ->> 'site_id' is null or $3::text is null or lower(filters ->> 'site_id') = $3) order by no`,
    [account.rowId, since, siteId],
  );
  const exports = await db.work.query<{ at: Date; kind: ActorKind; actor: string; events: number | null }>(
    `select occurred_at as at, actor_kind as kind, actor, (detail ->> 'rows')::float8 as events
     from (select * from action where account_id = $1 and occurred_at >= $2 order by occurred_at desc, id desc limit $4) a
     where action = 'events.export' and (site_id is null or $3::uuid is null or site_id = $3::uuid)
     order by occurred_at desc, id desc limit $5`,
    [account.id, since, siteId, lookedAtMax, namedMax],
  );
  return {
    streams: streams.rows,
    exports: exports.rows.map(({ at, kind, actor, events }) => ({
      at: at.toISOString(),
      by: makerOf({ kind, name: actor }),
      events: events ?? 0,
    })),
  };
}
