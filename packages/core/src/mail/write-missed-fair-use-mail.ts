import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import { acceptedInMonth, hasMail, mailId, monthOf } from './fair-use-crossing.ts';

/** The range of account row ids that one statement covers. */
const rowIdsPerStatement = 500;

const text = `insert into mail (account_no, kind, month, id)
  select a.no, 'fair_use', ${monthOf('t.day')}, ${mailId('a.id', 't.day')}
  from account a join plan p on p.slug = a.plan cross join (select (clock_timestamp() at time zone 'utc')::date as day) t
  where a.no > $1 and a.no <= $1 + ${rowIdsPerStatement} and not a.is_reseller and not ${hasMail('a.no', 't.day')}
    and ${acceptedInMonth('a.no', 't.day', '<=')} > p.fair_use_events
  order by a.no
  for key share of a
  on conflict (account_no, kind, month) do nothing`;

/**
 * Writes the fair-use mail for accounts that exceed their figure and have no mail for the month
 * (rulings §9.3). Storing events misses them if a statement ran over midnight, or if the plan or
 * the reseller flag changed and no event followed. Reads the counters in pages. Returns the number
 * of mails it wrote.
 */
export async function writeMissedFairUseMail({ db }: Pick<Core, 'db'>, signal?: AbortSignal): Promise<number> {
  const newest = { name: 'newest account', text: 'select max(no) from account', values: [] };
  const [row] = await rows<[last: number | null]>(db.work, newest);
  const last = row?.[0] ?? 0;
  let written = 0;
  for (let after = 0; after < last && signal?.aborted !== true; after += rowIdsPerStatement) {
    const { rowCount } = await db.work.query(text, [after]);
    written += rowCount ?? 0;
  }
  return written;
}
