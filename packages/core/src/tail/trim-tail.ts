import { rows, type Database } from '@goal/db';

import { sealedSeq } from './unsealed.ts';

/** Rows of one batch. */
const batch = 5000;

const accountsText = 'select account from tail_head where account > $1 order by account limit 1000';
// Up to the first that is young enough, so that no gap is left; none that is not sealed.
const trimText = `delete from tail where account = $1 and seq < least(${sealedSeq('$1')} + 1, (
    select coalesce(min(seq) filter (where at >= now() - $2::int * interval '1 day'), max(seq) + 1)
    from (select seq, at from tail where account = $1 order by seq limit $3) oldest))`;

/**
 * Deletes commits of every tail that are older than `days`, in batches, once they are sealed. A
 * reader whose position lies before them is told that it has expired. Any number of processes may
 * run it at once. Returns how many commits it deleted.
 */
export async function trimTails(db: Database, days: number, signal?: AbortSignal): Promise<number> {
  let trimmed = 0;
  for (let after = 0; ;) {
    const accounts = await rows<[number]>(db.work, {
      name: 'accounts with a tail',
      text: accountsText,
      values: [after],
    });
    for (const [account] of accounts) {
      for (let deleted = batch; deleted >= batch && !signal?.aborted;) {
        const { rowCount } = await db.pages.query({
          name: 'trim a tail',
          text: trimText,
          values: [account, days, batch],
        });
        deleted = rowCount ?? 0;
        trimmed += deleted;
      }
    }
    const last = accounts.at(-1);
    if (last === undefined || signal?.aborted) return trimmed;
    [after] = last;
  }
}
