import { rows, type Database, type Queryable } from '@goal/db';

import { inTransaction } from '../../event/in-transaction.ts';
import type { NewsFacts } from '../../mail/news-mail.ts';

/** Logs that one mail names. */
const named = 10;

/**
 * Writes a mail to the operator into the outbox where a look over the logs has found leaves since
 * the last such mail (rulings §16.14): one a day at most, and each finding once, under a lock.
 * Returns whether it wrote one. A process that dies between the finding and this leaves it to the
 * next look.
 */
export const tellOfMismatches = (pool: Database['sealing']): Promise<boolean> => inTransaction(pool, tell);

async function tell(on: Queryable): Promise<boolean> {
  await on.query(`select 1 from pg_advisory_xact_lock(hashtextextended('log_mismatch', 0))`);
  const [[lastAt, isRecent] = [null, 'f']] = await rows<[lastAt: string | null, isRecent: string]>(on, last);
  if (isRecent === 't') return false;
  const [[logs, leaves] = [0, 0]] = await rows<[number, number]>(on, { ...counting, values: [lastAt] });
  if (logs === 0) return false;
  const found = await rows<FoundLeaves>(on, { ...finding, values: [lastAt] });
  const accounts = await rows<[number, string]>(on, { ...naming, values: [found.map(([account]) => account)] });
  const idOf = new Map(accounts);
  const facts: NewsFacts = {
    logs: String(logs),
    leaves: String(leaves),
    named: found
      .map(
        ([account, origin, first, count]) =>
          `${origin} of the account ${idOf.get(account) ?? ''}: ${count === 1 ? `leaf ${first}` : `${count} leaves, the first is ${first}`}`,
      )
      .join('\n'),
  };
  await rows(on, { ...writing, values: [JSON.stringify(facts)] });
  return true;
}

const last = {
  name: 'last mail about mismatches',
  text: `select max(created_at), coalesce(max(created_at) > clock_timestamp() - interval '1 day', false) from mail where kind = 'log_mismatch'`,
  values: [],
};

const isNews = `found_at > coalesce($1::timestamptz, '-infinity') and mismatches > 0`;
const counting = {
  name: 'count new mismatches',
  text: `select count(*), coalesce(sum(mismatches), 0)::int8 from log_check where ${isNews}`,
};

type FoundLeaves = [account: number, origin: string, first: number, leaves: number];
const finding = {
  name: 'logs with new mismatches',
  text: `select c.account, h.origin, c.first_mismatch, c.mismatches from log_check c
    join log_head h on h.account = c.account and h.log = c.log
    where ${isNews} order by c.found_at, c.account, c.log limit ${named}`,
};
/** A statement of its own, because Citus joins no accounts with what lies on other machines. */
const naming = { name: 'ids of accounts', text: 'select no, id::text from account where no = any($1::int[])' };
const writing = {
  name: 'mail about mismatches',
  text: `insert into mail (kind, detail) values ('log_mismatch', $1::jsonb)`,
};
