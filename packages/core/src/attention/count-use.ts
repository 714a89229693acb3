import type { Db } from '../ground/db.ts';
import { monthsOfAccounts } from '../mail/accepted-in-month.ts';

/**
 * Writes rows that differ, of accounts above $1 up to $2; $3 sent $4. `offset 0` counts once for
 * all columns; `for key share` skips an account that is being deleted.
 */
const text = `
  with sent as materialized (select * from unnest($3::int[], $4::bigint[]) u(account, events))
  insert into account_use (account_no, events, sites, over_fair_use, at_cap)
  select a.no, n.events, n.sites, n.over_fair_use, n.at_cap
  from account a join plan p on p.slug = a.plan left join sent on sent.account = a.no
    cross join lateral (select coalesce(sent.events, 0) as events,
      (select count(*) from site s where s.account_no = a.no and s.status = 'active') as sites offset 0) c
    cross join lateral (select c.events, c.sites, not a.is_reseller and c.events > p.fair_use_events as over_fair_use,
      not a.is_reseller and c.sites >= p.sites as at_cap) n
  where a.no > $1 and a.no <= $2 and not exists (
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
export async function countUse({ db }: Db, signal?: AbortSignal): Promise<number> {
  let changed = 0;
  for await (const { after, last, accounts, events } of monthsOfAccounts(db, signal)) {
    const { rowCount } = await db.work.query(text, [after, last, accounts, events]);
    changed += rowCount ?? 0;
  }
  return changed;
}
