import type { ExportQuery } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Actor } from '../ground/actor.ts';
import { beginTold, endTold, type ToldExport } from './told-exports.ts';
import type { ExportPlan } from './export-plan.ts';

/** Who exports what. */
export type Exported = {
  actor: Actor;
  siteId: string | undefined;
  filters: Record<string, Prisma.InputJsonValue>;
  query: ExportQuery;
  told: ToldExport;
};

/**
 * Records who exported which events (rulings §8 `actions`), and what the reader is told of it
 * (rulings §9.12). Both are written as incomplete before the first byte leaves and completed at the
 * end, so that an export whose process died is recorded too. The record omits the search words,
 * because they may quote what events say, and names and addresses of users (rulings §11.5).
 */
export function recordOf(core: Db, { actor, siteId, filters, query, told }: Exported): ExportPlan['record'] {
  let actionId: string | undefined;
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
      const act = { kind: actor.kind, name: actor.name, siteId, detail: detail({ events: 0, complete: false }) };
      actionId = await beginTold(core.db, told, act);
    },
    async end(result) {
      if (actionId === undefined) return;
      const { events, sha256 } = result;
      await endTold(core.db, told, { ...result, actionId, detail: detail({ events, complete: sha256 !== null }) });
    },
  };
}

/** Filters with an event's text, user or address: operators read the record too (rulings §8). */
const withheld = new Set(['q', 'user_id', 'username', 'not_username', 'ip']);

function recordedFilters(filters: Record<string, Prisma.InputJsonValue>): Prisma.InputJsonObject {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, withheld.has(name) ? 'not recorded' : value]),
  );
}
