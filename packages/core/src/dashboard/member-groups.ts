import { DomainError, isUuid, type MemberGroup, type MemberGroupNames } from '@goal/contract';
import { rows } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { today } from '../ground/counters.ts';
import { Parameters, type PageRequest } from '../ground/keyset-sql.ts';
import { findReachedGroup } from '../group/find-group.ts';
import { groupView, readGroups, type GroupChoice, type GroupRow } from '../group/list-groups.ts';
import { matchesGroup } from '../group/matches-group.ts';
import { readPart, type Part } from '../ground/part.ts';
import { findSilentSites } from '../stats/silent-sites.ts';

type GroupReader = Pick<Caller, 'account' | 'group'>;
type Figures = Pick<MemberGroup, 'active_key_count' | 'events_today' | 'silent_sites'>;

/**
 * dashboard.groups.list: the groups whose name or reference contains `q`, newest first, each with
 * its keys and what its sites send (rulings §10.32). A member of one group sees that one. The
 * silent sites of all groups are judged at once.
 */
export async function listMemberGroups(
  core: Db,
  reader: GroupReader,
  q: string | undefined,
): Promise<Part<MemberGroup>> {
  const silent = await silentByGroup(core, reader);
  return readPart((page) => readFigured(core, reader, { q }, page, silent), memberGroup);
}

/**
 * dashboard.groups.get: one of them. Throws `not_found` for a group that the member does not reach.
 */
export async function getMemberGroup(core: Db, reader: GroupReader, id: string): Promise<MemberGroup> {
  const group = await findReachedGroup(core.db.prisma, reader, id);
  const only = { account: reader.account, group };
  const [row] = await readFigured(core, only, {}, { limit: 1 }, await silentByGroup(core, only));
  if (row === undefined) throw new DomainError('not_found');
  return memberGroup(row);
}

/**
 * dashboard.groups.names: the newest groups whose name or reference contains `q`, or the one whose
 * id it is, without what they send (rulings §10.45). A member of one group sees that one.
 */
export async function listGroupNames(
  core: Db,
  reader: GroupReader,
  { q, limit }: { q?: string | undefined; limit: number },
): Promise<MemberGroupNames> {
  const values = new Parameters();
  const conditions = [
    `account_no = ${values.add(reader.account.rowId)}`,
    ...(reader.group === undefined ? [] : [`no = ${values.add(reader.group.rowId)}`]),
    ...(q === undefined ? [] : [isUuid(q) ? `id = ${values.add(q)}::uuid` : matchesGroup(values, q)]),
  ];
  const ungrouped =
    reader.group === undefined ? '(SELECT count(*) FROM site WHERE account_no = $1 AND group_no IS NULL)' : '0';
  type Row = { id: string | null; name: string; site_count: number; found: number; ungrouped: number };
  const { rows: named } = await core.db.work.query<Row>(
    `SELECT g.id::text, g.name, (SELECT count(*) FROM site s WHERE s.group_no = g.no) AS site_count, g.found, ${ungrouped} AS ungrouped
     FROM (SELECT 1) always LEFT JOIN (SELECT *, count(*) OVER () AS found FROM site_group WHERE ${conditions.join(' AND ')}
       ORDER BY created_at DESC, no DESC LIMIT ${limit}) g ON true
     ORDER BY g.created_at DESC, g.no DESC`,
    values.list,
  );
  const groups = named.flatMap(({ id, name, site_count }) => (id === null ? [] : [{ id, name, site_count }]));
  return { groups, more: (named[0]?.found ?? 0) - groups.length, ungrouped: named[0]?.ungrouped ?? 0 };
}

type FiguredRow = GroupRow & Figures;

function memberGroup({ active_key_count, events_today, silent_sites, ...row }: FiguredRow): MemberGroup {
  return { ...groupView(row), active_key_count, events_today, silent_sites };
}

async function silentByGroup(core: Db, reader: GroupReader): Promise<Map<number | null, number>> {
  const counts = new Map<number | null, number>();
  for (const { groupRowId } of await findSilentSites(core, reader))
    counts.set(groupRowId, (counts.get(groupRowId) ?? 0) + 1);
  return counts;
}

async function readFigured(
  core: Db,
  reader: GroupReader,
  choice: GroupChoice,
  page: PageRequest,
  silent: ReadonlyMap<number | null, number>,
): Promise<FiguredRow[]> {
  const found = await readGroups(core, reader, choice, page);
  const groups = found.map(({ rowId }) => rowId);
  const values = [reader.account.rowId, groups];
  const [keys, events] = await Promise.all([
    rows<[group: number, keys: number]>(core.db.work, { ...keysOfGroups, values: [groups] }),
    rows<[group: number, events: number]>(core.db.pages, { ...eventsOfGroups, values }),
  ]);
  const [keyCounts, eventCounts] = [new Map(keys), new Map(events)];
  return found.map((row) => ({
    ...row,
    active_key_count: keyCounts.get(row.rowId) ?? 0,
    events_today: eventCounts.get(row.rowId) ?? 0,
    silent_sites: silent.get(row.rowId) ?? 0,
  }));
}

const keysOfGroups = {
  name: 'active keys of groups',
  text: 'select group_no, count(*) from group_key where group_no = any($1::int[]) and revoked_at is null group by group_no',
};

/** One look-up for each site of the groups; LIMIT keeps PostgreSQL from reading all counters. */
const eventsOfGroups = {
  name: 'events of groups today',
  text: `select s.group_no, sum(c.events)::bigint from site s cross join lateral (
      select events from accepted where account = $1 and site = s.no and day = ${today} limit 1) c
    where s.account_no = $1 and s.group_no = any($2::int[]) group by s.group_no`,
};
