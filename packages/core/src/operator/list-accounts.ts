import {
  bareText,
  DomainError,
  isUuid,
  type AccountSort,
  type FoundKey,
  type OperatorAccountRow,
} from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Position } from '../ground/position.ts';
import { accountsStatement, type AccountFilter, type Sought } from './account-search.ts';
import { findKeysByPrefix } from './find-keys-by-prefix.ts';
import { isKey } from '../ground/key-prefix.ts';
import { splitPage, type PageRequest } from '../ground/keyset-sql.ts';
import { searchNewestFirst, type Way } from './search-newest-first.ts';

/** Throws `unknown_plan` for a slug that no plan has (rulings §8). */
export async function judgePlan(core: Db, slug: string): Promise<void> {
  if ((await core.db.prisma.plan.count({ where: { slug } })) === 0) throw new DomainError('unknown_plan');
}

type ListedAccountRow = Omit<OperatorAccountRow, 'created_at' | 'match' | 'name' | 'events_this_month'> & {
  rowId: number;
  events_this_month: number;
  sites_counted: number;
  name: string | null;
  created_at: Date;
  whole: boolean;
  itself: boolean;
  domain: string | null;
  group_text: string | null;
};

/** The figure that accounts are ordered by, from the highest. */
const placeOf: Record<AccountSort, (row: ListedAccountRow) => number> = {
  created: (row) => row.created_at.getTime(),
  events: (row) => row.events_this_month,
  sites: (row) => row.sites_counted,
};

/**
 * GET /admin/accounts: a page of accounts, newest first or by what was counted last (rulings
 * §8), and the position after it; undefined on the last page. The cost does not grow with the
 * number of accounts (docs/decisions/014-operator-search.md).
 */
export async function listAccounts(
  core: Db,
  filter: AccountFilter,
  { limit, after }: PageRequest,
): Promise<{ accounts: OperatorAccountRow[]; next: Position | undefined }> {
  const sought = await whatIsSought(core, filter.search);
  const read = async (way: Way): Promise<ListedAccountRow[]> => {
    const { text, values } = accountsStatement(filter, { q: filter.q, sought }, { limit, after }, way);
    return (await core.db.work.query<ListedAccountRow>(text, values)).rows;
  };
  const anything = filter.q === undefined && sought === undefined;
  const rows = await (anything ? read('all') : searchNewestFirst(limit, read));
  const place = placeOf[filter.sort ?? 'created'];
  const { page, next } = splitPage(rows, limit, (row) => ({ time: place(row), id: row.rowId }));
  const withUse = filter.sort !== undefined || filter.over !== undefined;
  return { accounts: page.map((row) => accountRow(row, { keys: sought?.keys ?? [], withUse })), next };
}

/**
 * Removes what a paste brings along. A whole id is only searched as an id: an e-mail or domain
 * that contains it must not hide the account. Only the prefix of a whole key is used.
 */
export async function whatIsSought(core: Db, search = ''): Promise<Sought | undefined> {
  const text = bareText(search);
  if (text === '') return undefined;
  if (isUuid(text)) return { id: text, keys: [] };
  const keys = await findKeysByPrefix(core, text);
  return isKey(text) ? { keys } : { text, keys };
}

function accountRow(
  {
    rowId: _,
    whole: _whole,
    sites_counted: _sites,
    itself,
    domain,
    group_text,
    name,
    events_this_month,
    ...row
  }: ListedAccountRow,
  { keys, withUse }: { keys: readonly FoundKey[]; withUse: boolean },
): OperatorAccountRow {
  const shown = {
    ...row,
    ...(name === null ? {} : { name }),
    ...(withUse ? { events_this_month } : {}),
    created_at: row.created_at.toISOString(),
  };
  if (itself) return shown;
  const key = keys.find((one) => one.account_id === row.id);
  if (key !== undefined) return { ...shown, match: { kind: `${key.kind}_key`, text: key.prefix } };
  if (domain !== null) return { ...shown, match: { kind: 'site', text: domain } };
  return group_text === null ? shown : { ...shown, match: { kind: 'group', text: group_text } };
}
