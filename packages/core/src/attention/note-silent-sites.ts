import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { quietAmong, quietOfAccounts, silenceIn, type JudgedSite } from '../stats/silent-sites.ts';

/** The range of account row ids that one statement covers. */
const rowIdsPerStatement = 500;

/** Removes what is no longer silent. $1 to $2 are the accounts, $3 their silent sites. */
const forget = `delete from silent_site q using site s
  where s.no = q.site_no and s.account_no > $1 and s.account_no <= $2 and q.site_no <> all($3::int[])`;

const note = `insert into silent_site as q (site_no, last_day, usual_gap_days)
  select s.no, n.last_day, n.gap from unnest($1::int[], $2::date[], $3::int[]) n(site_no, last_day, gap) join site s on s.no = n.site_no
  where not exists (select from silent_site o where (o.site_no, o.last_day, o.usual_gap_days) = (s.no, n.last_day, n.gap))
  order by s.no
  for key share of s
  on conflict (site_no) do update set last_day = excluded.last_day, usual_gap_days = excluded.usual_gap_days`;

/**
 * Judges the sites of all accounts by the rule of silent sites and keeps those that have fallen
 * silent, for operators (rulings §8). A silence begins with a UTC day, so an hour between two
 * rounds is soon enough. The list itself leaves out sites that have sent since.
 */
export async function noteSilentSites({ db }: Db, signal?: AbortSignal): Promise<void> {
  const newest = { name: 'last account', text: 'select max(no) from account', values: [] };
  const [row] = await rows<[last: number | null]>(db.work, newest);
  for (let after = 0; after < (row?.[0] ?? 0) && signal?.aborted !== true; after += rowIdsPerStatement) {
    const last = after + rowIdsPerStatement;
    const quiet = await readQuiet(db, after, last);
    const silent = quiet.flatMap((row) => {
      const silence = silenceIn(row);
      return silence === null ? [] : [{ rowId: row[3], ...silence }];
    });
    const rowIds = silent.map(({ rowId }) => rowId);
    await db.work.query(forget, [after, last, rowIds]);
    if (silent.length === 0) continue;
    await db.work.query(note, [
      rowIds,
      silent.map(({ last_day: day }) => day),
      silent.map(({ usual_gap_days: gap }) => gap),
    ]);
  }
}

/** Reads the quiet sites of a range of accounts; on Citus account by account. */
async function readQuiet(db: Core['db'], after: number, last: number): Promise<JudgedSite[]> {
  if ((await db.topology()) === 'plain') return rows(db.work, { ...quietOfAccounts, values: [after, last] });
  const quiet: JudgedSite[] = [];
  for (const [account, sites] of await rows<[number, string]>(db.work, { ...activeSites, values: [after, last] })) {
    const values = [account, sites.split(',').map(Number)];
    quiet.push(...(await rows<JudgedSite>(db.pages, { ...quietAmong, values })));
  }
  return quiet;
}

const activeSites = {
  name: 'active sites of accounts',
  text: `select account_no, string_agg(no::text, ',') from site
    where account_no > $1 and account_no <= $2 and status = 'active' group by account_no`,
};
