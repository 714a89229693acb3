import { DomainError, isUuid, type CreateRedactionInput, type RedactionView } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findSite } from '../ground/find-site.ts';
import { judgeHoldOfSites } from '../ground/legal-holds.ts';
import { shownLeft } from './shown-left.ts';
import type { ViewReader } from './what-keeps.ts';
import { readLeft } from './what-left.ts';

/**
 * POST /account/redactions: begins to remove the text and the user of all events of one person that
 * have arrived by now (rulings §13.1). A worker does it. Throws `not_found` for the site,
 * `redaction_running`, and `on_legal_hold` where a hold covers all that it is about.
 */
export async function beginRedaction(
  core: Db,
  caller: Caller,
  { username, site_id: siteId, user_id: userId }: CreateRedactionInput,
): Promise<{ id: string }> {
  return changeAccount(core, caller, async ({ tx, account, record }) => {
    const site = siteId === undefined || siteId === null ? undefined : await findSite(tx, caller, siteId);
    if ((await tx.redaction.count({ where: { accountRowId: account.rowId, doneAt: null } })) > 0)
      throw new DomainError('redaction_running');
    // Of holds of single sites the events are counted and left.
    await judgeHoldOfSites(tx, account.rowId, site === undefined ? [] : [site.rowId]);
    const { kind, name } = caller.actor;
    const { id } = await tx.redaction.create({
      data: {
        accountRowId: account.rowId,
        siteRowId: site?.rowId ?? null,
        siteId: site?.id ?? null,
        username: username ?? null,
        userId: userId ?? null,
        actorKind: kind,
        actor: name,
      },
      select: { id: true },
    });
    // Whom it is about is what has to be forgotten (rulings §8).
    const withheld = (value: unknown, field: string) =>
      value === undefined || value === null ? {} : { [field]: 'not recorded' };
    await record({
      action: 'redaction.begin',
      ...(site === undefined ? {} : { siteId: site.id }),
      detail: { redaction: id, ...withheld(username, 'username'), ...withheld(userId, 'user_id') },
    });
    return { id };
  });
}

const columns = {
  id: true,
  matched: true,
  redacted: true,
  held: true,
  saltsKept: true,
  createdAt: true,
  doneAt: true,
  left: true,
} as const satisfies Prisma.RedactionSelect;

/** Redactions that the dashboard lists. */
const listedMax = 50;

type RedactionRow = Prisma.RedactionGetPayload<{ select: typeof columns }>;

async function viewOf(
  core: Db,
  account: { rowId: number; id: string },
  row: RedactionRow,
  reader: ViewReader,
): Promise<RedactionView> {
  return {
    id: row.id,
    status: row.doneAt === null ? 'running' : 'done',
    matched: Number(row.matched),
    redacted: Number(row.redacted),
    held: Number(row.held),
    salts_kept: Number(row.saltsKept),
    created_at: row.createdAt.toISOString(),
    done_at: row.doneAt?.toISOString() ?? null,
    ...(await shownLeft(core, account, readLeft(row.left), reader)),
  };
}

/** GET /account/redactions/{id}. Throws `not_found`. */
export async function getRedaction(
  core: Db,
  account: { rowId: number; id: string },
  id: string,
  reader?: ViewReader,
): Promise<RedactionView> {
  const row = isUuid(id)
    ? await core.db.prisma.redaction.findFirst({ where: { id, accountRowId: account.rowId }, select: columns })
    : null;
  if (row === null) throw new DomainError('not_found');
  return viewOf(core, account, row, reader);
}

/** dashboard.redactions.list: the last ones, newest first. */
export async function listRedactions(
  core: Db,
  account: { rowId: number; id: string },
  reader?: ViewReader,
): Promise<{ redactions: RedactionView[] }> {
  const found = await core.db.prisma.redaction.findMany({
    where: { accountRowId: account.rowId },
    select: columns,
    orderBy: { rowId: 'desc' },
    take: listedMax,
  });
  const redactions = [];
  for (const row of found) redactions.push(await viewOf(core, account, row, reader));
  return { redactions };
}
