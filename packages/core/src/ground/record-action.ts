import type { ActionName } from '@goal/contract';
import { Prisma, type Tx } from '@goal/db';

import { noteAction } from './act.ts';
import type { Actor } from './actor.ts';

/** What was done, to which account and site. */
export type Action = {
  action: ActionName;
  accountId: string | null;
  siteId?: string;
  detail?: Prisma.InputJsonObject;
};

/**
 * Records who did what, in the transaction of the change, so that both commit together (rulings
 * §8).
 */
export async function recordAction(tx: Tx, actor: Actor, { action, accountId, siteId, detail }: Action): Promise<void> {
  await tx.action.create({
    data: {
      actorKind: actor.kind,
      actor: actor.name,
      action,
      accountId,
      siteId: siteId ?? null,
      detail: detailOf(actor, detail) ?? Prisma.DbNull,
    },
  });
  await noteAction(tx, action, idsOf(accountId, siteId, detail));
}

/** Records the same action once for each of these sites, in one statement. */
export async function recordActionOnSites(
  tx: Tx,
  actor: Actor,
  { action, accountId, detail }: Omit<Action, 'siteId'>,
  siteIds: readonly string[],
): Promise<void> {
  const given = detailOf(actor, detail);
  const text = given === undefined ? null : JSON.stringify(given);
  await tx.$executeRaw`
    INSERT INTO action (actor_kind, actor, action, account_id, site_id, detail)
    SELECT ${actor.kind}, ${actor.name}, ${action}, ${accountId}::uuid, site_id, ${text}::jsonb FROM unnest(${siteIds}::uuid[]) site_id`;
  await noteAction(tx, action, idsOf(accountId, siteIds.length === 1 ? siteIds[0] : undefined, detail));
}

const idNames = new Set(['group_id', 'stream_id', 'prefix', 'key', 'hold', 'redaction']);

/** The ids and prefixes that an action names. */
function idsOf(accountId: string | null, siteId: string | undefined, detail: Action['detail']): Record<string, string> {
  const named = Object.entries(detail ?? {}).flatMap(([name, value]) =>
    idNames.has(name) && typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries([
    ...(accountId === null ? [] : [['account_id', accountId] as const]),
    ...(siteId === undefined ? [] : [['site_id', siteId] as const]),
    ...named,
  ]);
}

function detailOf({ reason }: Actor, detail: Action['detail']): Action['detail'] {
  return reason === undefined ? detail : { ...detail, reason };
}
