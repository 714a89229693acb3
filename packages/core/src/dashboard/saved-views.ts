import {
  DomainError,
  isUuid,
  limits,
  namedByView,
  type SavedViewRow,
  type SaveViewInput,
  type UpdateViewInput,
} from '@goal/contract';
import type { Prisma, Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { MembershipPart, SessionCredential } from '../credential/credential.ts';
import { makerOf } from '../ground/actor.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount, type Change } from '../ground/change-account.ts';

/** A member with views of their own. */
type Keeper = { caller: Caller; membership: MembershipPart; session: Pick<SessionCredential, 'person'> };

const view = {
  rowId: true,
  id: true,
  name: true,
  query: true,
  personRowId: true,
  createdBy: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.SavedViewSelect;
type View = Prisma.SavedViewGetPayload<{ select: typeof view }>;

/**
 * A member's own views, and shared ones within their reach: of one group, those that name it or its
 * site, for others may quote events that they do not read (rulings §10.34).
 */
function visibleTo({ caller: { account, group }, session }: Keeper): Prisma.SavedViewWhereInput {
  const { rowId: personRowId } = session.person;
  const reached = group === undefined ? {} : { AND: withinGroup(group.rowId) };
  return { accountRowId: account.rowId, OR: [{ personRowId }, { personRowId: null, ...reached }] };
}

/** What covers nothing beyond one group: it names the group, or a site of it, and no other. */
function withinGroup(groupRowId: number): Prisma.SavedViewWhereInput[] {
  const [ofGroup, ofSite] = [{ groupRowId }, { site: { groupRowId } }];
  return [{ OR: [ofGroup, ofSite] }, { OR: [{ groupRowId: null }, ofGroup] }, { OR: [{ siteRowId: null }, ofSite] }];
}

/** dashboard.views.list: at most 200, by name. */
export async function listSavedViews(core: Db, keeper: Keeper): Promise<{ views: SavedViewRow[] }> {
  const found = await core.db.prisma.savedView.findMany({
    where: visibleTo(keeper),
    select: view,
    orderBy: [{ name: 'asc' }, { rowId: 'asc' }],
    take: 2 * limits.savedViews,
  });
  return { views: found.map((one) => shownTo(keeper, one)) };
}

/** Somebody who is not told who the other members are reads no maker of a shared view. */
function shownTo({ membership: { role, group } }: Keeper, { createdAt, updatedAt, ...row }: View): SavedViewRow {
  const isShared = row.personRowId === null;
  const isTold = !isShared || (role !== 'viewer' && group === undefined);
  return {
    id: row.id,
    name: row.name,
    query: row.query,
    shared: isShared,
    created_by: isTold ? row.createdBy : null,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

/**
 * dashboard.views.save: keeps a view of the member's own, or one that the account's members share.
 * Throws `missing_role_admin` and `whole_account_required` where it is shared; `invalid_query` for
 * one that names a site or group beyond the member's reach; `view_name_taken`, `hundred_views`.
 */
export async function saveView(core: Db, keeper: Keeper, input: SaveViewInput): Promise<SavedViewRow> {
  const { caller, session } = keeper;
  const { name, query, shared = false } = input;
  return changeAccount(core, caller, async (change) => {
    const { tx, account, record } = change;
    if (shared) await judgeSharing(tx, keeper);
    const named = await namedRows(tx, caller, query);
    const owner = { accountRowId: account.rowId, personRowId: shared ? null : session.person.rowId };
    await judgeName(tx, { ...owner, name });
    await judgeCount(tx, owner);
    const createdBy = makerOf(caller.actor);
    const made = await tx.savedView.create({ data: { ...owner, ...named, name, query, createdBy }, select: view });
    if (shared) await record({ action: 'view.share', detail: { name, change: 'begun' } });
    return shownTo(keeper, made);
  });
}

/**
 * dashboard.views.update: what is omitted stays. A view that is not shared any more belongs to the
 * member who says so. Throws `not_found` and what `saveView` throws.
 */
export async function updateView(core: Db, keeper: Keeper, { id, ...input }: UpdateViewInput): Promise<void> {
  const { caller, session } = keeper;
  await changeAccount(core, caller, async (change) => {
    const { tx, account } = change;
    const before = await findView(tx, keeper, id);
    const wasShared = before.personRowId === null;
    const { name = before.name, query = before.query, shared = wasShared } = input;
    if (wasShared || shared) await judgeSharing(tx, keeper);
    const named = input.query === undefined ? {} : await namedRows(tx, caller, query);
    const owner = { accountRowId: account.rowId, personRowId: shared ? null : session.person.rowId };
    if (shared !== wasShared || name !== before.name) await judgeName(tx, { ...owner, name }, before.rowId);
    if (shared !== wasShared) await judgeCount(tx, owner);
    if (shared === wasShared && name === before.name && query === before.query) return;
    await tx.savedView.update({ where: { rowId: before.rowId }, data: { ...owner, ...named, name, query } });
    await tx.$executeRaw`UPDATE saved_view SET updated_at = clock_timestamp() WHERE no = ${before.rowId}`;
    await recordSharing(change, name, { wasShared, isShared: shared });
  });
}

/**
 * dashboard.views.delete. Throws `not_found`; for a shared view also what `judgeSharing` throws.
 */
export async function deleteView(core: Db, keeper: Keeper, id: string): Promise<void> {
  await changeAccount(core, keeper.caller, async (change) => {
    const { tx } = change;
    const { rowId, name, personRowId } = await findView(tx, keeper, id);
    const wasShared = personRowId === null;
    if (wasShared) await judgeSharing(tx, keeper);
    await tx.savedView.delete({ where: { rowId } });
    await recordSharing(change, name, { wasShared, isShared: false });
  });
}

async function findView(tx: Tx, keeper: Keeper, id: string): Promise<View> {
  const found = isUuid(id) ? await tx.savedView.findFirst({ where: { id, ...visibleTo(keeper) }, select: view }) : null;
  if (found === null) throw new DomainError('not_found');
  return found;
}

/** Owners and admins of all decide it. Throws `missing_role_admin`, `whole_account_required`. */
async function judgeSharing(tx: Tx, { membership: { rowId } }: Keeper): Promise<void> {
  const own = await tx.membership.findFirst({ where: { rowId }, select: { role: true, groupRowId: true } });
  if (own === null || own.role === 'viewer') throw new DomainError('missing_role_admin');
  if (own.groupRowId !== null) throw new DomainError('whole_account_required');
}

/** The site and group of a query. Throws `invalid_query` for one that the member does not reach. */
async function namedRows(
  tx: Tx,
  { account, group }: Caller,
  query: string,
): Promise<{ siteRowId: number | null; groupRowId: number | null }> {
  const named = namedByView(query);
  const reach = { accountRowId: account.rowId };
  const select = { rowId: true };
  const site =
    named?.site === undefined
      ? undefined
      : await tx.site.findFirst({
          where: { ...reach, id: named.site, ...(group === undefined ? {} : { groupRowId: group.rowId }) },
          select,
        });
  const ofGroup =
    named?.group === undefined
      ? undefined
      : await tx.group.findFirst({
          where: { ...reach, id: named.group, ...(group === undefined ? {} : { rowId: group.rowId }) },
          select,
        });
  if (named === undefined || site === null || ofGroup === null) throw new DomainError('invalid_query');
  return { siteRowId: site?.rowId ?? null, groupRowId: ofGroup?.rowId ?? null };
}

type ViewOwner = { accountRowId: number; personRowId: number | null };

/** Throws `view_name_taken`: names are unique among the shared views, and among a member's own. */
async function judgeName(tx: Tx, taken: ViewOwner & { name: string }, except = 0): Promise<void> {
  const others = await tx.savedView.count({ where: { ...taken, rowId: { not: except } } });
  if (others > 0) throw new DomainError('view_name_taken');
}

/** Throws `hundred_views`. */
async function judgeCount(tx: Tx, owner: ViewOwner): Promise<void> {
  if ((await tx.savedView.count({ where: owner })) >= limits.savedViews) throw new DomainError('hundred_views');
}

async function recordSharing(
  { record }: Change,
  name: string,
  { wasShared, isShared }: { wasShared: boolean; isShared: boolean },
): Promise<void> {
  if (!wasShared && !isShared) return;
  const change = !isShared ? 'ended' : wasShared ? 'changed' : 'begun';
  await record({ action: 'view.share', detail: { name, change } });
}
