import { setTimeout as delay } from 'node:timers/promises';

import { isTimeout, rows, type Database, type Queryable } from '@goal/db';

import { inTransaction } from '../in-transaction.ts';
import { purgeWith } from './purge-events.ts';

/** `reached` is for the next batch (`purgeEvents`). */
type ReclaimStep = { reached: string | undefined } | 'done' | 'elsewhere' | 'early';

export type ReclaimOptions = {
  signal?: AbortSignal | undefined;
  /** Pause after each batch that deleted something, in milliseconds. */
  pauseMs?: number | undefined;
};

/** Rows of a batch, and of a batch after one ran into the statement timeout on a slow disk. */
const batch = { usual: 5000, least: 250 };
/** No request admitted before the deletion lasts longer, in seconds: a body may take a minute. */
const lateSeconds = 180;

/**
 * One pass over what deletions left behind: the events of deleted sites, then the counters, tail
 * and dictionary of deleted accounts (rulings §5.6, §8). Each batch is a transaction that locks its
 * tombstone, so several processes share the work, and the next pass continues one that ended early.
 * The count of accepted events stays until the account is deleted, because deleting a site does not
 * lower fair use.
 * Returns how many tombstones are left: they are too young, or another process holds them.
 */
export async function reclaimGone(
  { db }: { db: Database },
  { signal, pauseMs = 0 }: ReclaimOptions = {},
): Promise<number> {
  let left = 0;
  for (const kind of [goneSites, goneAccounts]) {
    for (let after = 0; ;) {
      const found = await rows<[number]>(db.work, { name: kind.name, text: kind.list, values: [after] });
      for (const [rowId] of found) {
        let limit = batch.usual;
        for (let step: ReclaimStep = { reached: undefined }; typeof step === 'object';) {
          if (signal?.aborted) return left + 1;
          const { reached }: { reached: string | undefined } = step;
          step = await inTransaction(db.pages, (session) => kind.reclaim(session, rowId, { limit, reached })).catch(
            (error: unknown) => {
              if (limit === batch.least || !isTimeout(error)) throw error;
              limit = batch.least;
              return { reached };
            },
          );
          if (step === 'elsewhere' || step === 'early') left += 1;
          // Only after a batch that deleted something: empty sites pass quickly.
          if (typeof step === 'object' && pauseMs > 0) await delay(pauseMs, undefined, { ref: false });
        }
      }
      const last = found.at(-1);
      if (last === undefined) break;
      [after] = last;
    }
  }
  return left;
}

type ReclaimBatch = { limit: number; reached: string | undefined };

const goneSites = {
  name: 'gone sites',
  list: 'select site from gone_site where site > $1 order by site limit 1000',
  async reclaim(session: Queryable, site: number, { limit, reached }: ReclaimBatch): Promise<ReclaimStep> {
    const [stone] = await rows<[number, number]>(session, {
      name: 'hold a gone site',
      text: 'select account, extract(epoch from clock_timestamp() - deleted_at)::int from gone_site where site = $1 for update skip locked',
      values: [site],
    });
    if (stone === undefined) return 'elsewhere';
    const [account, age] = stone;
    const purged = await purgeWith(session, { account, site, limit, reached });
    if (purged.deleted > 0) return { reached: purged.reached };
    // An older event may have come: only a batch from the oldest on tells that none is left.
    if (reached !== undefined) return { reached: undefined };
    if (age < lateSeconds) return 'early';
    await session.query('delete from kept where account = $1 and site = $2', [account, site]);
    // A seal that ran beside the deletion may have made one more.
    for (const table of ['log_salt', 'log_salt_kept'])
      await session.query(`delete from ${table} where account = $1 and site = $2`, [account, site]);
    await session.query('delete from gone_site where site = $1', [site]);
    return 'done';
  },
};

/** The tables, besides events, that hold an account's rows, and the key of each. */
export const remains = [
  ['log_salt', 'site, day'],
  ['log_salt_kept', 'site, day, id'],
  ['kept', 'site, day, severity'],
  ['kept_day', 'day, severity'],
  ['accepted', 'site, day'],
  ['accepted_day', 'day'],
  ['tail', 'seq'],
  ['tail_head', 'account'],
  ['dictionary', 'kind, id'],
  ['dictionary_head', 'kind'],
  ['redacted_event', 'id'],
  ['log_outbox', 'no'],
  ['log_purge', 'site'],
  ['log_entries', 'log, first'],
  ['log_tile', 'log, level, part'],
  ['log_site', 'site'],
  ['log_check', 'log'],
  ['log_head', 'log'],
] as const;

/**
 * Joined as in `purgeText`. The range makes the planner expect few rows, so that it fetches each by
 * its place also where one account has nearly all of the table.
 */
export const remainsText = (table: string, key: string): string => `delete from ${table} t using (
    select ctid as place from ${table} where account = $1 and account >= $1 and account <= $1
    order by account, ${key} limit $2) o
  where t.account = $1 and t.ctid = o.place`;

/** Tables of `remains` with salts; they come first. */
const tablesOfSalts = 2;

const goneAccounts = {
  name: 'gone accounts',
  list: 'select account from gone_account where account > $1 order by account limit 1000',
  async reclaim(session: Queryable, account: number, { limit }: ReclaimBatch): Promise<ReclaimStep> {
    const [stone] = await rows<[number, number]>(session, {
      name: 'hold a gone account',
      text: `select extract(epoch from clock_timestamp() - deleted_at)::int, (select count(*) from gone_site s where s.account = g.account)
        from gone_account g where account = $1 for update skip locked`,
      values: [account],
    });
    if (stone === undefined) return 'elsewhere';
    const [age, sites] = stone;
    const isYoung = sites > 0 || age < lateSeconds;
    // Salts go at once: without them what the signed log says of an event is about nobody.
    for (const [table, key] of isYoung ? remains.slice(0, tablesOfSalts) : remains) {
      const { rowCount } = await session.query(remainsText(table, key), [account, limit]);
      if (rowCount !== null && rowCount > 0) return { reached: undefined };
    }
    if (isYoung) return 'early';
    await session.query('delete from gone_account where account = $1', [account]);
    return 'done';
  },
};
