import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import { today } from '../ground/counters.ts';
import { acceptedInMonth } from '../mail/month-mails.ts';

/** The range of account row ids that one statement covers. */
const rowIdsPerStatement = 500;

/**
 * Writes the rows that differ. Rows that are equal are neither written nor locked: a fleet of quiet
 * accounts costs reading alone. `offset 0` makes PostgreSQL count once for all columns that need a
 * figure. `for key share` skips an account that is being deleted.
 */
const text = `
  insert into account_use (account_no, events, sites, over_fair_use, at_cap)
  select a.no, n.events, n.sites, n.over_fair_use, n.at_cap
  from account a join plan p on p.slug = a.plan
    cross join lateral (select ${acceptedInMonth('a.no', today, '<=')} as events,
      (select count(*) from site s where s.account_no = a.no and s.status = 'active') as sites offset 0) c
    cross join lateral (select c.events, c.sites, not a.is_reseller and c.events > p.fair_use_events as over_fair_use,
      not a.is_reseller and c.sites >= p.sites as at_cap) n
  where a.no > $1 and a.no <= $1 + ${rowIdsPerStatement} and not exists (
    select from account_use u where u.account_no = a.no
      and (u.events, u.sites, u.over_fair_use, u.at_cap) = (n.events, n.sites, n.over_fair_use, n.at_cap))
  order by a.no
  for key share of a
  on conflict (account_no) do update set events = excluded.events, sites = excluded.sites,
    over_fair_use = excluded.over_fair_use, at_cap = excluded.at_cap`;

/**
 * Counts what each account uses, for the lists that operators sort by it (rulings §8): the
 * events of the UTC month and the active sites. Reads the counters in pages. Returns the number of
 * accounts whose figures changed.
 */
export async function countUse({ db }: Pick<Core, 'db'>, signal?: AbortSignal): Promise<number> {
  let changed = 0;
  await forRangesOfAccounts({ db }, signal, async (after) => {
    const { rowCount } = await db.work.query(text, [after]);
    changed += rowCount ?? 0;
  });
  return changed;
}

/** Calls `work` for ranges of row ids that cover all accounts: above `after`, up to `last`. */
export async function forRangesOfAccounts(
  { db }: Pick<Core, 'db'>,
  signal: AbortSignal | undefined,
  work: (after: number, last: number) => Promise<void>,
): Promise<void> {
  const isAborted = (): boolean => signal?.aborted === true;
  if (isAborted()) return;
  const newest = { name: 'newest account', text: 'select max(no) from account', values: [] };
  const [row] = await rows<[last: number | null]>(db.work, newest);
  const last = row?.[0] ?? 0;
  for (let after = 0; after < last && !isAborted(); after += rowIdsPerStatement)
    await work(after, after + rowIdsPerStatement);
}
