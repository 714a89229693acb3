import { bareText, DomainError, isUuid, type FoundKey, type OperatorAccountRow } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Position } from '../ground/position.ts';
import { accountsStatement, type AccountFilter, type Sought } from './account-search.ts';
import { findKeysByPrefix } from './find-keys-by-prefix.ts';
import { isKey } from '../ground/key-prefix.ts';
import { splitPage, type PageRequest } from '../ground/keyset-sql.ts';
import { searchNewestFirst, type Way } from './search-newest-first.ts';

/** Throws `unknown_plan` for a slug that no plan has (rulings §8). */
export async function judgePlan(core: Core, slug: string): Promise<void> {
  if ((await core.db.prisma.plan.count({ where: { slug } })) === 0) throw new DomainError('unknown_plan');
}

type Row = Omit<OperatorAccountRow, 'created_at' | 'match' | 'name'> & {
  rowId: number;
  name: string | null;
  created_at: Date;
  whole: boolean;
  itself: boolean;
  domain: string | null;
};

/**
 * GET /admin/accounts: a page of accounts, newest first, and the position after it; undefined on
 * the last page. The cost does not grow with the number of accounts
 * (docs/decisions/014-operator-search.md).
 */
export async function listAccounts(
  core: Core,
  filter: AccountFilter,
  { limit, after }: PageRequest,
): Promise<{ accounts: OperatorAccountRow[]; next: Position | undefined }> {
  const sought = await whatIsSought(core, filter.search);
  const read = async (way: Way): Promise<Row[]> => {
    const { text, values } = accountsStatement(filter, { q: filter.q, sought }, { limit, after }, way);
    return (await core.db.work.query<Row>(text, values)).rows;
  };
  const anything = filter.q === undefined && sought === undefined;
  const rows = await (anything ? read('all') : searchNewestFirst(limit, read));
  const { page, next } = splitPage(rows, limit, (row) => ({ time: row.created_at.getTime(), id: row.rowId }));
  return { accounts: page.map((row) => accountRow(row, sought?.keys ?? [])), next };
}

/**
 * Removes what a paste brings along. A whole id is only searched as an id: an e-mail or domain
 * that contains it must not hide the account. Only the prefix of a whole key is used.
 */
async function whatIsSought(core: Core, search = ''): Promise<Sought | undefined> {
  const text = bareText(search);
  if (text === '') return undefined;
  if (isUuid(text)) return { id: text, keys: [] };
  const keys = await findKeysByPrefix(core, text);
  return isKey(text) ? { keys } : { text, keys };
}

function accountRow(
  { rowId: _, whole: _whole, itself, domain, name, ...row }: Row,
  keys: readonly FoundKey[],
): OperatorAccountRow {
  const shown = { ...row, ...(name === null ? {} : { name }), created_at: row.created_at.toISOString() };
  if (itself) return shown;
  const key = keys.find((one) => one.account_id === row.id);
  if (key !== undefined) return { ...shown, match: { kind: `${key.kind}_key`, text: key.prefix } };
  return domain === null ? shown : { ...shown, match: { kind: 'site', text: domain } };
}
