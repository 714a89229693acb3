import { DomainError, isUuid, type EventsQuery } from '@goal/contract';
import { rows } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import type { Caller } from '../../ground/caller.ts';
import { covers, type EventScope } from '../scope.ts';

export type AccountEventsQuery = EventsQuery & {
  site_id?: string | undefined;
  group_id?: string | undefined;
  /** Several sites, for an export of the dashboard alone (rulings §10.45). */
  site_ids?: string[] | undefined;
};

/**
 * The sites of one group. IS NOT DISTINCT FROM keeps PostgreSQL from the index by account, which
 * would read all sites of the account.
 */
export const sitesOfGroup = 'SELECT no FROM site WHERE group_no = $2 AND account_no IS NOT DISTINCT FROM $1';

/**
 * Which events the request may see now. Throws `not_found` for a site or group that the caller may
 * not see.
 */
export async function scopeOf(
  core: Db,
  caller: Omit<Caller, 'actor'>,
  query: Pick<AccountEventsQuery, 'site_id' | 'group_id' | 'site_ids'>,
): Promise<EventScope> {
  const { site_ids: several, ...rest } = query;
  if (several === undefined) return scopeOfOne(core, caller, rest);
  const among = await sitesOfIds(core, caller, several);
  const within = await scopeOfOne(core, caller, rest);
  return { account: caller.account.rowId, kind: 'sites', sites: among.filter((site) => covers(within, site)) };
}

/** Whether the request reads all sites of the account. */
export const asksWholeAccount = (
  { group }: Pick<Caller, 'group'>,
  { site_id, group_id, site_ids }: Pick<AccountEventsQuery, 'site_id' | 'group_id' | 'site_ids'>,
): boolean => [group, site_id, group_id, site_ids].every((part) => part === undefined);

/** Several sites by their ids. Throws `not_found` if one of them is out of the caller's reach. */
async function sitesOfIds(
  core: Db,
  { account, group }: Omit<Caller, 'actor'>,
  ids: readonly string[],
): Promise<number[]> {
  const named = new Set(ids.map((id) => id.toLowerCase()));
  const found = await core.db.prisma.site.findMany({
    where: {
      id: { in: [...named].filter((id) => isUuid(id)) },
      accountRowId: account.rowId,
      ...(group === undefined ? {} : { groupRowId: group.rowId }),
    },
    select: { rowId: true },
  });
  if (found.length < named.size) throw new DomainError('not_found');
  return found.map(({ rowId }) => rowId);
}

async function scopeOfOne(
  core: Db,
  caller: Omit<Caller, 'actor'>,
  query: Pick<AccountEventsQuery, 'site_id' | 'group_id'>,
): Promise<EventScope> {
  const account = caller.account.rowId;
  const groupRowId = await groupOf(core, caller, query.group_id);
  if (query.site_id !== undefined) {
    const site = isUuid(query.site_id)
      ? await core.db.prisma.site.findFirst({
          where: { id: query.site_id, accountRowId: account },
          select: { rowId: true, groupRowId: true },
        })
      : null;
    // An account key that asks for a site and another group gets no events (rulings §6.5).
    if (site === null || (caller.group !== undefined && site.groupRowId !== caller.group.rowId))
      throw new DomainError('not_found');
    if (groupRowId !== undefined && site.groupRowId !== groupRowId) return { account, kind: 'sites', sites: [] };
    return { account, kind: 'site', site: site.rowId };
  }
  if (groupRowId !== undefined) {
    const sites = await rows<[rowId: number]>(core.db.lookups, {
      name: 'sites-of-group',
      text: sitesOfGroup,
      values: [account, groupRowId],
    });
    return { account, kind: 'sites', sites: sites.flat() };
  }
  const gone = await rows<[site: number]>(core.db.lookups, {
    name: 'gone-sites',
    text: 'SELECT site FROM gone_site WHERE account = $1',
    values: [account],
  });
  return { account, kind: 'account', gone: gone.flat() };
}

/** The group that the request names, or the key's own. A group key may name only its own group. */
async function groupOf(
  core: Db,
  { account, group }: Omit<Caller, 'actor'>,
  id: string | undefined,
): Promise<number | undefined> {
  if (id === undefined) return group?.rowId;
  if (group !== undefined) {
    if (id.toLowerCase() === group.id) return group.rowId;
    throw new DomainError('not_found');
  }
  const found = isUuid(id)
    ? await core.db.prisma.group.findFirst({ where: { id, accountRowId: account.rowId }, select: { rowId: true } })
    : null;
  if (found === null) throw new DomainError('not_found');
  return found.rowId;
}
