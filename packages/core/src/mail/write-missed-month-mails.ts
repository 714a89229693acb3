import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import { acceptedInMonth, insertMonthMails } from './month-mails.ts';

/** The range of account row ids that one statement covers. */
const rowIdsPerStatement = 500;

const text = insertMonthMails({
  accounts: `account a cross join (select (clock_timestamp() at time zone 'utc')::date as day) t`,
  accepted: acceptedInMonth('a.no', 't.day', '<='),
  only: `a.no > $1 and a.no <= $1 + ${rowIdsPerStatement}`,
}).trim();

/**
 * Writes the mails about the month for accounts that have passed a figure and have no mail for it
 * (rulings §9.3, §10.39). Storing events misses them if a statement ran over midnight, or if the
 * plan or the reseller flag changed and no event followed. Reads the counters in pages. Returns the
 * number of mails it wrote.
 */
export async function writeMissedMonthMails({ db }: Pick<Core, 'db'>, signal?: AbortSignal): Promise<number> {
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
