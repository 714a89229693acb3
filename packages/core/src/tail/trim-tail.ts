import { rows, type Database } from '@goal/db';

/** Rows of one batch. */
const batch = 5000;

const accountsText = 'select account from tail_head where account > $1 order by account limit 1000';
// From the oldest on and no further than the first that is young enough, so that what is left has no gap.
const trimText = `delete from tail where account = $1 and seq < (
    select coalesce(min(seq) filter (where at >= now() - $2::int * interval '1 day'), max(seq) + 1)
    from (select seq, at from tail where account = $1 order by seq limit $3) oldest)`;

/**
 * Forgets commits of every tail that are older than so many days, in batches: a reader behind them is told that its position has expired. Any
 * number of processes may do it at once. Returns how many it forgot.
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
