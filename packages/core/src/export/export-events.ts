import { randomUUID } from 'node:crypto';

import { DomainError, limits, siteEventsQuery, type ExportQuery, type MemberExport } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Caller } from '../ground/caller.ts';
import type { Core, Events } from '../core.ts';
import type { SiteCredential } from '../credential/credential.ts';
import type { EventFilter } from '../event/read/filter.ts';
import { filterOf } from '../event/read/filter-of-query.ts';
import { judgeIpFilter, seesIp, type Member } from '../event/read/member-events.ts';
import { namesOfSites } from '../event/read/site-names.ts';
import { scopeOf, type AccountEventsQuery } from '../event/read/scope-of-query.ts';
import { EventExport } from './event-export.ts';
import type { ExportPlan } from './export-plan.ts';
import { judgeGroup, keptScope } from './kept-scope.ts';
import { recordOf } from './record-export.ts';
import { sessionKey } from './session-key.ts';
import { lastOfSession } from './told-exports.ts';

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
    session: member.session.keyRowId,
    withIp,
    async revalidate() {
      const now = await revalidate();
      judgeIpFilter(now, query);
      if (withIp && !seesIp(now)) throw new DomainError('missing_role_admin');
      return now.caller;
    },
  });
}

/**
 * dashboard.events.exporting: the export that this session runs in this process, with how many
 * events it has written, and its newest one in this account within a day (rulings §10.33).
 */
export async function findMemberExport(
  { db, events }: Events,
  { caller, session }: Pick<Member, 'caller' | 'session'>,
): Promise<MemberExport> {
  const key = sessionKey(session);
  const running = events.exports.runningOf(key);
  const last = await lastOfSession({ db }, { account: caller.account.rowId, session: session.keyRowId });
  const isCutOff = last !== null && last.ended_at !== null && !last.complete;
  const cutOff = isCutOff ? { format: last.format, started_at: last.started_at, events: last.events } : null;
  return { export: running, cut_off: cutOff, last };
}

/** Who holds the slot, whether they see addresses, and how they are judged again. */
type AccountReader = Pick<ExportPlan, 'key' | 'withIp'> & { session?: number; revalidate: () => Promise<Caller> };

async function exportOfAccount(
  core: Core,
  caller: Caller,
  query: AccountExportQuery,
  { key, session, withIp, revalidate }: AccountReader,
): Promise<EventExport> {
  const after = await core.events.cursors.decode('events', query.cursor);
  const begun = { caller, query, scope: await scopeOf(core, caller, query) };
  const { rowId, id } = caller.account;
  const groupId = query.group_id?.toLowerCase() ?? caller.group?.id;
  const filters = filtersOf(query);
  const siteId = query.site_id?.toLowerCase();
  const several = query.site_ids === undefined ? {} : { site_ids: query.site_ids.map((one) => one.toLowerCase()) };
  const told = tellOf(query);
  return new EventExport({
    ...wayOf(query, told),
    core,
    account: rowId,
    key,
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
      started_at: told.startedAt.toISOString(),
    },
    judge: async () => judgeGroup(begun, await revalidate()),
    // Before the first page too: it may have waited for its turn.
    scope: async () => keptScope(core, begun, await revalidate()),
    sites: (sites) => namesOfSites(core, rowId, sites),
    withSites: true,
    withIp,
    record: recordOf(core, {
      actor: caller.actor,
      siteId,
      filters: { ...(groupId === undefined ? {} : { group_id: groupId }), ...several, ...filters },
      query,
      told: { ...told, account: rowId, groupId, session },
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
  const told = tellOf(query);
  return new EventExport({
    ...wayOf(query, told),
    core,
    account: account.rowId,
    key: `site_key:${prefix}`,
    filter: bounded(query),
    after,
    facts: { scope: { site_id: site.id }, filters, started_at: told.startedAt.toISOString() },
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
      siteId: site.id,
      filters,
      query,
      told: { ...told, account: account.rowId, siteId: site.id },
    }),
  });
}

const tellOf = ({ format }: ExportQuery) => ({ id: randomUUID(), format, startedAt: new Date() });

const wayOf = ({ order, end }: ExportQuery, { id, format }: ReturnType<typeof tellOf>) => ({
  id,
  format,
  order,
  withEnd: end !== undefined,
});

/** Bounds it to events that can exist now: an export would else follow those being sent. */
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
