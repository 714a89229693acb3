import { DomainError, isUuid, limits, type ActorKind, type ExportFormat, type ExportView } from '@goal/contract';
import type { Database, Prisma } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import type { SiteCredential } from '../credential/credential.ts';
import { inTransaction } from '../event/in-transaction.ts';
import type { EndedExport } from './export-plan.ts';

/** An export that begins, and who may ask for it later: `account` and `session` are row ids. */
export type ToldExport = {
  id: string;
  account: number;
  format: ExportFormat;
  startedAt: Date;
  groupId?: string | undefined;
  siteId?: string | undefined;
  session?: number | undefined;
};

/** The record of an export: who made it, and what is told of it. */
type ExportAct = { kind: ActorKind; name: string; siteId: string | undefined; detail: object };

/**
 * Records an export, and keeps what is told of it (rulings §9.12), under the account's lock: of an
 * account the newest 1,000 stay. Returns the id of the record. Throws `invalid_token` when the
 * account was deleted.
 */
export function beginTold(
  { work }: Pick<Database, 'work'>,
  { id, account, format, startedAt, groupId, siteId, session }: ToldExport,
  act: ExportAct,
): Promise<string> {
  return inTransaction(work, async (on) => {
    const locked = await on.query('select from account where no = $1 for no key update', [account]);
    if (locked.rowCount === 0) throw new DomainError('invalid_token');
    // What it deletes is judged without the new one.
    const told = [id, account, format, startedAt, groupId, siteId, session];
    const recorded = [act.kind, act.name, act.siteId, JSON.stringify(act.detail)];
    const { rows } = await on.query<{ id: string }>(
      `with told as (insert into export (id, account_no, format, started_at, group_id, site_id, session_no)
           values ($1, $2, $3, $4, $5, $6, $7)),
         left_over as (delete from export where account_no = $2 and no <= (
           select no from export where account_no = $2 order by no desc offset ${limits.toldExports.perAccount - 1} limit 1))
       insert into action (actor_kind, actor, action, account_id, site_id, detail)
         select $8, $9, 'events.export', id, $10::uuid, $11::jsonb from account where no = $2 returning id::text`,
      [...told, ...recorded],
    );
    return rows[0]?.id ?? '';
  });
}

/** Completes both. What is told may be among what has left. */
export async function endTold(
  { work }: Pick<Database, 'work'>,
  { id }: ToldExport,
  { actionId, events, bytes, sha256, detail }: EndedExport & { actionId: string; detail: object },
): Promise<void> {
  await work.query(
    `with told as (update export set ended_at = $2, events = $3, bytes = $4, sha256 = $5 where id = $1)
     update action set detail = $7::jsonb, ended_at = clock_timestamp() where id = $6`,
    [id, new Date(), events, bytes, sha256, actionId, JSON.stringify(detail)],
  );
}

/**
 * GET /account/exports/{id}: every export of the account, for a group key those made for its group.
 * Throws `not_found`.
 */
export function getAccountExport(core: Db, { account, group }: Caller, id: string): Promise<ExportView> {
  return findOne(core, id, { accountRowId: account.rowId, ...(group === undefined ? {} : { groupId: group.id }) });
}

/** GET /exports/{id}: those made with a key of the site. Throws `not_found`. */
export function getSiteExport(core: Db, { account, site }: SiteCredential, id: string): Promise<ExportView> {
  return findOne(core, id, { accountRowId: account.rowId, siteId: site.id });
}

/** The newest export of a session in an account within a day; null where there is none. */
export async function lastOfSession(
  { db }: Db,
  { account, session }: { account: number; session: number },
): Promise<ExportView | null> {
  const row = await db.prisma.export.findFirst({
    where: { accountRowId: account, sessionRowId: session, startedAt: { gt: daysAgo(1) } },
    orderBy: { rowId: 'desc' },
  });
  return row === null ? null : viewOf(row);
}

/** Deletes what was told of exports for long enough, in batches. */
export async function forgetExports({ db }: Db, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return;
  await db.work.query(
    `delete from export where no = any(array(select no from export
       where started_at < clock_timestamp() - $1::int * interval '1 day' limit 10000))`,
    [limits.toldExports.days],
  );
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

async function findOne({ db }: Db, id: string, where: Prisma.ExportWhereInput): Promise<ExportView> {
  const row = isUuid(id)
    ? await db.prisma.export.findFirst({ where: { ...where, id, startedAt: { gt: daysAgo(limits.toldExports.days) } } })
    : null;
  if (row === null) throw new DomainError('not_found');
  return viewOf(row);
}

type ExportRow = {
  id: string;
  format: string;
  startedAt: Date;
  endedAt: Date | null;
  events: bigint;
  bytes: bigint;
  sha256: string | null;
};

const viewOf = ({ id, format, startedAt, endedAt, events, bytes, sha256 }: ExportRow): ExportView => ({
  id,
  format: format === 'csv' ? 'csv' : 'ndjson',
  started_at: startedAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
  complete: sha256 !== null,
  events: Number(events),
  bytes: Number(bytes),
  sha256,
});
