import type { GroupView } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import type { Position } from '../ground/position.ts';
import { placeOf, readPart, type Part, type PlacedRow } from '../ground/part.ts';
import { olderThan, splitPage, Parameters, type PageRequest } from '../ground/keyset-sql.ts';
import { matchesGroup } from './matches-group.ts';

export type GroupRow = Omit<GroupView, 'created_at'> & PlacedRow;
/** Groups with exactly this reference, or with `q` in name or reference, ignoring case. */
export type GroupChoice = { externalRef?: string | undefined; q?: string | undefined };

/**
 * GET /groups: newest first, optionally by an exact reference; a group key sees only its group
 * (rulings §5.3).
 */
export function listGroups(core: Db, caller: Omit<Caller, 'actor'>, externalRef?: string): Promise<Part<GroupView>> {
  return readPart((page) => readGroups(core, caller, { externalRef }, page), groupView);
}

/** A page of the groups whose name or reference contains `q`, ignoring case (rulings §9.5). */
export async function searchGroups(
  core: Db,
  caller: Omit<Caller, 'actor'>,
  choice: GroupChoice,
  { limit, after }: PageRequest,
): Promise<{ groups: GroupView[]; next: Position | undefined }> {
  const { page, next } = splitPage(await readGroups(core, caller, choice, { limit, after }), limit, placeOf);
  return { groups: page.map(groupView), next };
}

/**
 * A page of groups, newest first, and one row more than `limit` where the list goes on. In SQL of
 * its own, because the generated client counts the sites of all accounts to tell those of one;
 * sites are counted for the page alone.
 */
export async function readGroups(
  { db }: Db,
  { account, group }: Omit<Caller, 'actor'>,
  { externalRef, q }: GroupChoice,
  { limit, after }: PageRequest,
): Promise<GroupRow[]> {
  const values = new Parameters();
  const conditions = [
    `account_no = ${values.add(account.rowId)}`,
    ...(group === undefined ? [] : [`no = ${values.add(group.rowId)}`]),
    ...(externalRef === undefined ? [] : [`external_ref = ${values.add(externalRef)}`]),
    ...olderThan(values, 'created_at', 'no', after),
    ...(q === undefined ? [] : [matchesGroup(values, q)]),
  ];
  const { rows } = await db.work.query<GroupRow>(
    `SELECT g.no AS "rowId", g.id::text, g.name, g.external_ref, (SELECT count(*) FROM site s WHERE s.group_no = g.no) AS site_count, g.created_at
     FROM (SELECT * FROM site_group WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, no DESC LIMIT ${limit + 1}) g
     ORDER BY g.created_at DESC, g.no DESC`,
    values.list,
  );
  return rows;
}

/** interface.md §2 Group */
export function groupView({ id, name, external_ref, site_count, created_at }: GroupRow): GroupView {
  return { id, name, external_ref, site_count, created_at: created_at.toISOString() };
}
