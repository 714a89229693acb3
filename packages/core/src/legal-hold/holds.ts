import { DomainError, isUuid, limits, type CreateHoldInput, type HoldView, type MemberHoldView } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { makerOf } from '../ground/actor.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findSite } from '../ground/find-site.ts';

/** Who reads a hold: an operator's reason is none of the customer's business. */
export type HoldReader = 'customer' | 'operator';

/**
 * POST /account/holds: from the commit on nothing that the hold covers is deleted (rulings §13.6).
 * Throws `not_found` for the site, and `hundred_holds`.
 */
export async function createHold(
  core: Db,
  caller: Caller,
  { reason, site_id: siteId }: CreateHoldInput,
): Promise<{ id: string }> {
  return changeAccount(core, caller, async ({ tx, account, record, tellLog }) => {
    const site = siteId === undefined || siteId === null ? undefined : await findSite(tx, caller, siteId);
    const running = await tx.legalHold.count({ where: { accountRowId: account.rowId, endedAt: null } });
    if (running >= limits.runningHolds) throw new DomainError('hundred_holds');
    const { kind, name } = caller.actor;
    const { id } = await tx.legalHold.create({
      data: {
        accountRowId: account.rowId,
        siteRowId: site?.rowId ?? null,
        siteId: site?.id ?? null,
        reason,
        actorKind: kind,
        actor: name,
      },
      select: { id: true },
    });
    await tellLog({ kind: 'hold.begin', hold: id, site: site ?? null });
    await record({
      action: 'hold.begin',
      ...(site === undefined ? {} : { siteId: site.id }),
      detail: { hold: id, of: site === undefined ? 'account' : 'site', reason },
    });
    return { id };
  });
}

/**
 * DELETE /account/holds/{id}: ends a hold. Retention waits for its grace after it. Throws
 * `not_found` for an unknown or ended one, and `hold_of_provider` where an operator set it and
 * another asks.
 */
export async function endHold(core: Db, caller: Caller, id: string): Promise<void> {
  await changeAccount(core, caller, async ({ tx, account, record, tellLog }) => {
    const hold = isUuid(id)
      ? await tx.legalHold.findFirst({ where: { id, accountRowId: account.rowId, endedAt: null } })
      : null;
    if (hold === null) throw new DomainError('not_found');
    if (hold.actorKind === 'operator' && caller.actor.kind !== 'operator') throw new DomainError('hold_of_provider');
    await tx.$executeRaw`UPDATE legal_hold SET ended_at = clock_timestamp() WHERE no = ${hold.rowId}`;
    // A check of the table holds that both are there or neither.
    const site = hold.siteRowId === null || hold.siteId === null ? null : { rowId: hold.siteRowId, id: hold.siteId };
    await tellLog({ kind: 'hold.end', hold: hold.id, site });
    await record({
      action: 'hold.end',
      ...(site === null ? {} : { siteId: site.id }),
      detail: { hold: hold.id, of: site === null ? 'account' : 'site' },
    });
  });
}

type HoldRow = {
  id: string;
  site_id: string | null;
  site_domain: string | null;
  reason: string;
  actor_kind: 'operator' | 'account_key' | 'member';
  actor: string;
  created_at: Date;
  ended_at: Date | null;
};

/** The holds of an account, newest first: all that run, and the last ones that ended. */
async function readHolds({ db }: Db, accountRowId: number, ended: number): Promise<HoldRow[]> {
  const { rows } = await db.work.query<HoldRow>(
    `select h.id::text, h.site_id::text, s.domain as site_domain, h.reason, h.actor_kind, h.actor, h.created_at, h.ended_at
     from (select * from legal_hold where account_no = $1 and ended_at is null
       union all (select * from legal_hold where account_no = $1 and ended_at is not null
         order by created_at desc, no desc limit $2)) h
       left join site s on s.no = h.site_no
     order by h.created_at desc, h.no desc`,
    [accountRowId, ended],
  );
  return rows;
}

function viewOf(row: HoldRow, reader: HoldReader): HoldView {
  const isProviders = row.actor_kind === 'operator';
  return {
    id: row.id,
    site_id: row.site_id,
    reason: isProviders && reader === 'customer' ? null : row.reason,
    by: reader === 'operator' ? row.actor : makerOf({ kind: row.actor_kind, name: row.actor }),
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

/** GET /account/holds, and the same for operators. */
export async function listHolds(
  core: Db,
  account: { rowId: number },
  reader: HoldReader,
): Promise<{ holds: HoldView[] }> {
  const found = await readHolds(core, account.rowId, limits.endedHolds);
  return { holds: found.map((row) => viewOf(row, reader)) };
}

/** dashboard.holds.list: with the domains of the sites that are there. */
export async function listMemberHolds(core: Db, account: { rowId: number }): Promise<{ holds: MemberHoldView[] }> {
  const found = await readHolds(core, account.rowId, limits.endedHolds);
  return { holds: found.map((row) => ({ ...viewOf(row, 'customer'), site_domain: row.site_domain })) };
}

/** The holds of an account that run, for operators. */
export async function runningHolds(core: Db, account: { rowId: number }): Promise<HoldView[]> {
  const found = await readHolds(core, account.rowId, 0);
  return found.map((row) => viewOf(row, 'operator'));
}

/**
 * Whether a hold keeps events of the account from retention: it runs, or its grace has not ended.
 */
export async function hasHold(
  { db, settings }: Pick<Core, 'db' | 'settings'>,
  account: { rowId: number },
): Promise<boolean> {
  const { rows } = await db.work.query<{ found: boolean }>(
    `select exists(select from legal_hold where account_no = $1
       and (ended_at is null or ended_at > clock_timestamp() - $2::int * interval '24 hours')) as found`,
    [account.rowId, settings.retentionGraceDays],
  );
  return rows[0]?.found === true;
}

/** How many legal holds run, and in how many accounts. */
export async function countHolds({ db }: Db): Promise<{ running: number; accounts: number }> {
  const { rows } = await db.work.query<{ running: number; accounts: number }>(
    'select count(*) as running, count(distinct account_no) as accounts from legal_hold where ended_at is null',
  );
  return rows[0] ?? { running: 0, accounts: 0 };
}
