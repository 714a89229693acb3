import { DomainError, limits, siteEventsQuery, type ExportQuery, type MemberExport } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Caller } from '../ground/caller.ts';
import { newestExport } from '../ground/last-export.ts';
import type { Core } from '../core.ts';
import type { SiteCredential } from '../credential/credential.ts';
import type { EventFilter } from '../event/filter.ts';
import { filterOf } from '../event/filter-of-query.ts';
import { judgeIpFilter, seesIp, type Member } from '../event/member-events.ts';
import { namesOfSites } from '../event/site-names.ts';
import { scopeOf, type AccountEventsQuery } from '../event/scope-of-query.ts';
import { EventExport, type ExportPlan } from './event-export.ts';
import { judgeGroup, keptScope } from './kept-scope.ts';
import { recordOf } from './record-export.ts';
import { sessionKey } from './session-key.ts';

type AccountExportQuery = ExportQuery & Pick<AccountEventsQuery, 'site_id' | 'group_id' | 'site_ids'>;

/**
 * GET /account/events/export: everything that the list shows, as one stream that is not started
 * yet. `revalidate` checks the key again. The export breaks off when its sites change by more than
 * deletions (rulings §2.5). Throws `invalid_cursor`, and `not_found` for a site or group that the
 * caller may not see.
 */
export function exportAccountEvents(
  core: Core,
  caller: Caller,
  query: AccountExportQuery,
  revalidate: () => Promise<Caller>,
): Promise<EventExport> {
  const key = `${caller.actor.kind}:${caller.actor.name}`;
  return exportOfAccount(core, caller, query, { key, withIp: true, revalidate });
}

/**
 * dashboard.events.export: the same for a member. A session has one export at a time (rulings
 * §10.7). Without addresses where they are hidden from this member (rulings §11.5); an export that
 * shows them, or looks for them, breaks off when they are hidden meanwhile. Throws
 * `missing_role_admin` as well.
 */
export async function exportMemberEvents(
  core: Core,
  member: Member,
  query: AccountExportQuery,
  revalidate: () => Promise<Member>,
): Promise<EventExport> {
  judgeIpFilter(member, query);
  const withIp = seesIp(member);
  return exportOfAccount(core, member.caller, query, {
    key: sessionKey(member.session),
    withIp,
    isFollowed: true,
    async revalidate() {
      const now = await revalidate();
      judgeIpFilter(now, query);
      if (withIp && !seesIp(now)) throw new DomainError('missing_role_admin');
      return now.caller;
    },
  });
}

/** How long an export that was cut off is told of, in milliseconds since it began. */
const toldMs = 86_400_000;

/**
 * dashboard.events.exporting: the export that this session runs in this process or another one of
 * the instance, or its last one of a day if that was cut off, and how many events it has written
 * (rulings §10.33).
 */
export async function findMemberExport(
  { events }: Pick<Core, 'events'>,
  { session }: Pick<Member, 'session'>,
): Promise<MemberExport> {
  const key = sessionKey(session);
  const own = events.exports.lastOf(key);
  const last = own?.state === 'running' ? own : newestExport([own, await events.siblings?.lastExport(key)]);
  if (last === null) return { export: null, cut_off: null };
  const { state, ...progress } = last;
  const isTold = state === 'cut_off' && Date.parse(progress.started_at) > Date.now() - toldMs;
  return { export: state === 'running' ? progress : null, cut_off: isTold ? progress : null };
}

/** Who holds the slot, whether they see addresses, and how they are judged again. */
type AccountReader = Pick<ExportPlan, 'key' | 'withIp' | 'isFollowed'> & { revalidate: () => Promise<Caller> };

async function exportOfAccount(
  core: Core,
  caller: Caller,
  query: AccountExportQuery,
  { key, withIp, isFollowed = false, revalidate }: AccountReader,
): Promise<EventExport> {
  const after = await core.events.cursors.decode('events', query.cursor);
  const begun = { caller, query, scope: await scopeOf(core, caller, query) };
  const { rowId, id } = caller.account;
  const groupId = query.group_id?.toLowerCase() ?? caller.group?.id;
  const filters = filtersOf(query);
  const siteId = query.site_id?.toLowerCase();
  const several = query.site_ids === undefined ? {} : { site_ids: query.site_ids.map((one) => one.toLowerCase()) };
  return new EventExport({
    store: core.events,
    account: rowId,
    key,
    format: query.format,
    order: query.order,
    filter: bounded(query),
    after,
    facts: {
      scope: {
        account_id: id,
        ...(groupId === undefined ? {} : { group_id: groupId }),
        ...(siteId === undefined ? {} : { site_id: siteId }),
        ...several,
      },
      filters,
      started_at: new Date().toISOString(),
    },
    judge: async () => judgeGroup(begun, await revalidate()),
    // Before the first page too: it may have waited for its turn.
    scope: async () => keptScope(core, begun, await revalidate()),
    sites: (sites) => namesOfSites(core, rowId, sites),
    withSites: true,
    withIp,
    isFollowed,
    record: recordOf(core, {
      actor: caller.actor,
      account: rowId,
      siteId,
      filters: { ...(groupId === undefined ? {} : { group_id: groupId }), ...several, ...filters },
      query,
    }),
  });
}

/** GET /events/export of the read API: the same for the key's site. */
export async function exportSiteEvents(
  core: Core,
  { account, site, prefix }: SiteCredential,
  query: ExportQuery,
  revalidate: () => Promise<SiteCredential>,
): Promise<EventExport> {
  const after = await core.events.cursors.decode('events', query.cursor);
  const filters = filtersOf(query);
  return new EventExport({
    store: core.events,
    account: account.rowId,
    key: `site_key:${prefix}`,
    format: query.format,
    order: query.order,
    filter: bounded(query),
    after,
    facts: { scope: { site_id: site.id }, filters, started_at: new Date().toISOString() },
    judge: revalidate,
    async scope() {
      await revalidate();
      return { account: account.rowId, kind: 'site', site: site.rowId };
    },
    sites: () => Promise.resolve(new Map([[site.rowId, { site_id: site.id }]])),
    withSites: false,
    withIp: true,
    record: recordOf(core, {
      actor: { kind: 'site_key', name: prefix },
      account: account.rowId,
      siteId: site.id,
      filters,
      query,
    }),
  });
}

/**
 * Bounds the filter to events that can exist now. Otherwise an export that runs to the newest event
 * would follow the events being sent.
 */
function bounded(query: ExportQuery): EventFilter {
  const ahead = Date.now() + (limits.hoursAhead + 1) * 3_600_000;
  return { ...filterOf(query), to: Math.min(query.to ?? Infinity, ahead) };
}

/** The given filters, under their names on the wire. */
function filtersOf(query: ExportQuery): Record<string, Prisma.InputJsonValue> {
  const time = (ms: number | undefined): string | undefined =>
    ms === undefined ? undefined : new Date(ms).toISOString();
  const given = { ...query, from: time(query.from), to: time(query.to), q: query.q?.join(' ') };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value !== undefined && filterNames.has(name) ? [[name, value]] : [],
    ),
  );
}

const filterNames = new Set(Object.keys(siteEventsQuery.omit({ limit: true, cursor: true }).shape));
