import { limits } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { countStatement, type AccountFilter } from './account-search.ts';
import { whatIsSought } from './list-accounts.ts';

/** So many of the newest accounts are looked through for a text. */
const newest = 2000;

/**
 * How many accounts a list holds (rulings §8): up to `limits.countedAccounts`, and `more` says that
 * there are more. A text that more than one in a hundred of the newest accounts holds is counted
 * among these alone, because its look-up would read all matches.
 */
export async function countAccounts(core: Db, filter: AccountFilter): Promise<{ count: number; more: boolean }> {
  const sought = await whatIsSought(core, filter.search);
  const read = async (way: Parameters<typeof countStatement>[2]): Promise<{ found: number; looked: number }> => {
    const { text, values } = countStatement(filter, { q: filter.q, sought }, way);
    const { rows } = await core.db.work.query<{ found: number; looked: number }>(text, values);
    return rows[0] ?? { found: 0, looked: 0 };
  };
  const hasText = filter.q !== undefined || sought !== undefined;
  if (hasText) {
    const { found, looked } = await read({ newest });
    if (looked <= newest) return { count: found, more: false };
    if (found * 100 > newest) return { count: found, more: true };
  }
  const { found } = await read(hasText ? 'index' : 'all');
  const count = Math.min(found, limits.countedAccounts);
  return { count, more: found > count };
}
