import type { ExportQuery } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Actor } from '../ground/actor.ts';
import type { Core } from '../core.ts';
import type { ExportPlan } from './event-export.ts';

/** Who exports what. `account` is a row id. */
export type Exported = {
  actor: Actor;
  account: number;
  siteId: string | undefined;
  filters: Record<string, Prisma.InputJsonValue>;
  query: ExportQuery;
};

/**
 * Records who exported which events (rulings §8 `actions`). The record is written as incomplete
 * before the first byte leaves and completed at the end, so that an export whose process died is
 * recorded too. It omits the search words, because they may quote what events say, and names and
 * addresses of users (rulings §11.5).
 */
export function recordOf(core: Core, { actor, account, siteId, filters, query }: Exported): ExportPlan['record'] {
  let id: bigint | undefined;
  const detail = (result: { events: number; complete: boolean }): Prisma.InputJsonObject => ({
    // A member is named by the actor alone.
    ...(actor.kind === 'member' ? {} : { key: actor.name }),
    format: query.format,
    order: query.order,
    filters: recordedFilters(filters),
    resumed: query.cursor !== undefined,
    rows: result.events,
    complete: result.complete,
  });
  return {
    async begin() {
      const owner = await core.db.prisma.account.findFirst({ where: { rowId: account }, select: { id: true } });
      const row = await core.db.prisma.action.create({
        data: {
          actorKind: actor.kind,
          actor: actor.name,
          action: 'events.export',
          accountId: owner?.id ?? null,
          siteId: siteId ?? null,
          detail: detail({ events: 0, complete: false }),
        },
        select: { id: true },
      });
      id = row.id;
    },
    async end(result) {
      if (id !== undefined) await core.db.prisma.action.update({ where: { id }, data: { detail: detail(result) } });
    },
  };
}

/**
 * Filters whose values are an event's text, user or address: operators read the record too
 * (rulings §8).
 */
const withheld = new Set(['q', 'user_id', 'username', 'not_username', 'ip']);

function recordedFilters(filters: Record<string, Prisma.InputJsonValue>): Prisma.InputJsonObject {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, withheld.has(name) ? 'not recorded' : value]),
  );
}
