import {
  DomainError,
  explainRefusal,
  noGroup,
  type MemberSite,
  type MemberSiteDetail,
  type SiteHealth,
  type SiteKeyView,
} from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import type { SiteRef } from '../ground/find-site.ts';
import { olderThan, Parameters, splitPage, type PageRequest } from '../ground/keyset-sql.ts';
import type { Position } from '../ground/position.ts';
import { findReachedGroup } from '../group/find-group.ts';
import { listSiteKeys } from '../key/site-keys.ts';
import { placeOf, type Part } from '../ground/part.ts';
import { inspectSite } from '../stats/inspect-site.ts';
import { busiestSites, inspectedSiteRow, readInspectedSites, type InspectedRow } from '../stats/inspected-sites.ts';
import { matchesSite } from '../site/matches-site.ts';
import type { Silence } from '../stats/silence.ts';
import { findSilentSites, silencesOf } from '../stats/silent-sites.ts';

type SiteReader = Pick<Caller, 'account' | 'group'>;

type MemberSiteFilter = {
  /** A group id, or `noGroup`. */
  groupId?: string | undefined;
  /** Part of the domain or of the name in any case, or a site id. */
  q?: string | undefined;
  status?: MemberSite['status'][] | undefined;
  health?: SiteHealth[] | undefined;
  sort?: 'newest' | 'busiest';
};

/**
 * dashboard.sites.list: a page of the sites with their arrivals, newest first, or one page of the
 * busiest, by `events_per_day` (rulings §10.31, §10.45). A
 * member of one group sees the sites of the group. Throws `not_found` for a group that the member
 * does not reach.
 */
export async function listMemberSites(
  core: Core,
  reader: SiteReader,
  { q, status, groupId, health, sort }: MemberSiteFilter,
  { limit, after }: PageRequest,
): Promise<{ sites: MemberSite[]; next: Position | undefined }> {
  const values = new Parameters();
  const conditions = [
    `account_no = ${values.add(reader.account.rowId)}`,
    ...(reader.group === undefined ? [] : [`group_no = ${values.add(reader.group.rowId)}`]),
    ...olderThan(values, 'created_at', 'no', after),
  ];
  if (groupId === noGroup) {
    if (reader.group !== undefined) throw new DomainError('not_found');
    conditions.push('group_no IS NULL');
  } else if (groupId !== undefined) {
    const { rowId } = await findReachedGroup(core.db.prisma, reader, groupId);
    conditions.push(`group_no = ${values.add(rowId)}`);
  }
  if (status !== undefined) conditions.push(`status = ANY(${values.add(status)}::text[])`);
  if (q !== undefined) conditions.push(matchesSite(values, q));
  if (health !== undefined) conditions.push(await healthIn(core, reader, values, health));
  const where = conditions.join(' AND ');
  // The order of traffic changes with each event: it has no positions to go on from.
  const isBusiest = sort === 'busiest';
  const chosen = isBusiest
    ? {
        selected: 'SELECT * FROM site WHERE no = ANY($1::int[])',
        values: [await busiestSites(core, reader, { conditions: where, values: values.list, limit })],
      }
    : {
        selected: `SELECT * FROM site WHERE ${where} ORDER BY created_at DESC, no DESC LIMIT ${limit + 1}`,
        values: values.list,
      };
  const rows = await readInspectedSites(core, reader, chosen);
  const sorted = isBusiest ? rows.toSorted((a, b) => b.events_per_day - a.events_per_day) : rows;
  const { page, next } = splitPage(sorted, limit, placeOf);
  const silences = await silencesOf(core, reader, page);
  return { sites: page.map((row) => memberSite(row, silences.get(row.rowId) ?? null)), next };
}

/**
 * dashboard.sites.get: one site in full, with the member's side of the cure of its last refusal
 * (rulings §10.35). Throws `not_found` if it was deleted meanwhile.
 */
export async function getMemberSite(core: Core, reader: SiteReader, site: SiteRef): Promise<MemberSiteDetail> {
  // It writes the noted arrivals first, which the second read must find.
  const inspected = await inspectSite(core, reader, site);
  const row = await core.db.prisma.site.findFirst({
    where: { rowId: site.rowId },
    select: { keepIp: true, arrival: { select: { refusedDomain: true } } },
  });
  if (row === null) throw new DomainError('not_found');
  const { last_refusal: refusal } = inspected;
  return {
    ...inspected,
    keep_ip: row.keepIp,
    health: healthOf(inspected),
    refusal_help: refusal === null ? null : explainRefusal(refusal, 'member'),
    refused_domain: row.arrival?.refusedDomain ?? null,
  };
}

/** dashboard.sites.tokens.list: the keys of a site, with uses of a moment ago (rulings §10.31). */
export async function listMemberSiteKeys(core: Core, site: SiteRef): Promise<Part<SiteKeyView>> {
  await core.uses.flushIfPossible();
  return listSiteKeys(core, site);
}

function memberSite(row: InspectedRow, silence: Silence | null): MemberSite {
  const shown = {
    ...inspectedSiteRow(row),
    keep_ip: row.keep_ip,
    last_refused_at: row.last_refused_at?.toISOString() ?? null,
    last_refusal: row.last_refusal,
    silence,
  };
  return { ...shown, health: healthOf(shown) };
}

/** The first reason that applies, in the order of the page that explains it. */
function healthOf({
  last_accepted_at: accepted,
  last_refused_at: refused,
  silence,
}: Pick<MemberSite, 'last_accepted_at' | 'last_refused_at' | 'silence'>): SiteHealth {
  if (refused !== null && (accepted === null || Date.parse(refused) > Date.parse(accepted))) return 'refused';
  if (accepted === null) return 'never';
  return silence === null ? 'ok' : 'silent';
}

/** The same as a condition on the table `site`. The silent ones are judged once, for all pages. */
async function healthIn(core: Db, reader: SiteReader, values: Parameters, health: SiteHealth[]): Promise<string> {
  const wanted = new Set(health);
  const found: string[] = [];
  if (wanted.has('never')) found.push(`NOT ${arrival('coalesce(r.last_accepted_at, r.last_refused_at) IS NOT NULL')}`);
  if (wanted.has('refused')) found.push(arrival(`r.last_refused_at > coalesce(r.last_accepted_at, '-infinity')`));
  if (wanted.has('ok') || wanted.has('silent')) {
    const silent = (await findSilentSites(core, reader)).map(({ rowId }) => rowId);
    const isSilent = `no = ANY(${values.add(silent)}::int[])`;
    const accepted = arrival(`r.last_accepted_at >= coalesce(r.last_refused_at, '-infinity')`);
    if (wanted.has('silent')) found.push(`(${accepted} AND ${isSilent})`);
    if (wanted.has('ok')) found.push(`(${accepted} AND NOT ${isSilent})`);
  }
  return `(${found.join(' OR ')})`;
}

const arrival = (condition: string): string =>
  `EXISTS (SELECT FROM site_arrival r WHERE r.site_no = site.no AND ${condition})`;
