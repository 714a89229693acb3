import { Prisma, type Tx } from '@goal/db';

import type { Actor } from './actor.ts';
import { tellLog, type LogAct } from './tell-log.ts';

type RetentionOf = { rowId: number; isReseller: boolean };

/**
 * Sets for how many days the events of sites are kept, in a transaction that holds the account's
 * row. A site whose retention becomes shorter keeps its former one for the grace period (rulings
 * §9.2). The signed log is told, because a bundle is verified by it; not that of a reseller, whose
 * events nothing deletes, whatever the plan says. With `setKeptForEver` the only writer of both.
 */
export async function setRetention(
  tx: Tx,
  account: RetentionOf,
  actor: Actor,
  sites: readonly number[] | 'all',
  days: number,
): Promise<void> {
  const only = sites === 'all' ? Prisma.empty : Prisma.sql`AND no = ANY (${[...sites]})`;
  const own = Prisma.sql`account_no = ${account.rowId} ${only}`;
  await tx.$executeRaw`
    WITH cut AS (
      INSERT INTO retention_cut (site_no, former_days)
      SELECT no, retention_days FROM site WHERE ${own} AND retention_days > ${days})
    UPDATE site SET retention_days = ${days} WHERE ${own} AND retention_days <> ${days}`;
  if (!account.isReseller) await tellLog(tx, account, actor, [{ kind: 'site.retention', sites, retentionDays: days }]);
}

/**
 * Turns the reseller flag on, from which nothing of the account is deleted, or off (interface.md §2
 * effect 4). Each site then gets the grace period, because until now none of its events were ever
 * deleted (rulings §9.2 «flag off»).
 */
export async function setKeptForEver(tx: Tx, { rowId }: RetentionOf, actor: Actor, isKept: boolean): Promise<void> {
  await tx.account.update({ where: { rowId }, data: { isReseller: isKept } });
  if (isKept) return tellLog(tx, { rowId }, actor, [{ kind: 'site.retention', sites: 'all', retentionDays: -1 }]);
  await tx.$executeRaw`
    INSERT INTO retention_cut (site_no, former_days) SELECT no, NULL FROM site WHERE account_no = ${rowId}`;
  await tellLog(tx, { rowId }, actor, await figuresOfSites(tx, rowId));
}

/** The retentions that the sites have: usually one, and another one while a plan's was changed. */
async function figuresOfSites(tx: Tx, accountRowId: number): Promise<LogAct[]> {
  const found = await tx.$queryRaw<{ days: number; sites: number[] }[]>`
    SELECT retention_days AS days, array_agg(no ORDER BY no) AS sites FROM site WHERE account_no = ${accountRowId} GROUP BY 1`;
  return found.map(({ days, sites }) => ({
    kind: 'site.retention',
    sites: found.length === 1 ? 'all' : sites,
    retentionDays: days,
  }));
}
