import type {
  MemberActivity,
  MemberPictureQuery,
  MemberStatsQuery,
  MemberTopCodes,
  SilentSites,
  TopSites,
} from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { namedCode } from '../event/read/event-codes.ts';
import { findSite, type SiteRef } from '../ground/find-site.ts';
import { findReachedGroup } from '../group/find-group.ts';
import { activityOfAccount, activityOfGroup, activityOfSite } from '../stats/activity.ts';
import { listSilentSites } from '../stats/silent-sites.ts';
import { listTopCodes, listTopCodesWithin } from '../stats/top-codes.ts';
import { listTopSites } from '../stats/top-sites.ts';

// Operators' statistics for members (rulings §10.35). Throws `not_found` for what is out of reach.

type StatsReader = Pick<Caller, 'account' | 'group'>;

/** dashboard.activity */
export async function memberActivity(
  core: Core,
  reader: StatsReader,
  query: MemberPictureQuery,
): Promise<MemberActivity> {
  const { site, group } = await reachOf(core, reader, query);
  if (site !== undefined) return activityOfSite(core, reader, site, query.days);
  if (group !== undefined) return activityOfGroup(core, reader, group, query.days);
  return activityOfAccount(core, reader, query.days);
}

/** dashboard.topSites */
export async function memberTopSites(core: Db, reader: StatsReader, query: MemberPictureQuery): Promise<TopSites> {
  return listTopSites(core, await reachOf(core, reader, query), query.days);
}

/** dashboard.topCodes */
export async function memberTopCodes(
  core: Core,
  reader: StatsReader,
  query: MemberPictureQuery,
): Promise<MemberTopCodes> {
  const reach = await reachOf(core, reader, query);
  const isWhole = reach.group === undefined && reach.site === undefined;
  const { codes, ...counted } = await (isWhole
    ? listTopCodes(core, reader, query.days)
    : listTopCodesWithin(core, reach, reach.site?.id, query.days));
  return { ...counted, codes: codes.map(({ code, events }) => ({ ...namedCode(code), events })) };
}

/** dashboard.silentSites */
export async function memberSilentSites(core: Db, reader: StatsReader, query: MemberStatsQuery): Promise<SilentSites> {
  return listSilentSites(core, await reachOf(core, reader, query));
}

async function reachOf(
  core: Db,
  reader: StatsReader,
  { site_id: siteId, group_id: groupId }: MemberStatsQuery,
): Promise<StatsReader & { site?: SiteRef }> {
  const { prisma } = core.db;
  const group = groupId === undefined ? reader.group : await findReachedGroup(prisma, reader, groupId);
  const reach = { account: reader.account, ...(group === undefined ? {} : { group }) };
  return siteId === undefined ? reach : { ...reach, site: await findSite(prisma, reach, siteId) };
}
