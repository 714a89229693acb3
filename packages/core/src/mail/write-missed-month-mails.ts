import type { Db } from '../ground/db.ts';
import { monthsOfAccounts } from './accepted-in-month.ts';
import { insertMonthMails } from './month-mails.ts';

/** $1 is the day, $2 the accounts that sent something in its month, and $3 how much. */
const text = insertMonthMails({
  accounts: `unnest($2::int[], $3::bigint[]) sent(account, events) join account a on a.no = sent.account
    cross join (select $1::date as day) t`,
  accepted: 'sent.events',
}).trim();

/**
 * Writes the mails about the month for accounts that have passed a figure and have no mail for it
 * (rulings §9.3, §10.39). Storing events misses them if a statement ran over midnight, or if the
 * plan or the reseller flag changed and no event followed. Reads the counters in pages. Returns the
 * number of mails it wrote.
 */
export async function writeMissedMonthMails({ db }: Db, signal?: AbortSignal): Promise<number> {
  let written = 0;
  for await (const { day, accounts, events } of monthsOfAccounts(db, signal)) {
    if (accounts.length === 0) continue;
    const { rowCount } = await db.work.query(text, [day, accounts, events]);
    written += rowCount ?? 0;
  }
  return written;
}
