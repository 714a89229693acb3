import { rows, type Database, type Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { kindNumber, refKeptMs } from '../event/words/dictionary.ts';
import { inTransaction } from '../event/in-transaction.ts';

/*
 * A user agent may tell a person, and an account's dictionary holds it for as long as the account
 * lives. So a word that redacted events used is retired: from then on events hold it themselves,
 * once every process has forgotten its number. Then the word is looked for in all events of the
 * account, and deleted if no event uses it (docs/decisions/096-redaction.md).
 */

/** Until then a process or a request may know a retired number, in seconds. */
const forgottenSeconds = refKeptMs / 1000 + 180;

/** Seconds for which one process sweeps an account; if it dies, another takes it up after them. */
const leaseSeconds = 600;

/** Events whose words one statement looks at, and words that one sweep looks for. */
const sweptEvents = 5000;
const sweptWords = 1000;

/** Retires user agents of events that are redacted in this transaction. */
export async function retireWords(tx: Tx, account: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`
    UPDATE dictionary SET retired_at = now() WHERE account = ${account} AND kind = ${kindNumber.userAgent}
      AND id = ANY (${[...new Set(ids)]}::smallint[]) AND retired_at IS NULL`;
  await tx.$executeRaw`
    INSERT INTO word_sweep AS s (account_no, due_at) VALUES (${account}, now() + ${forgottenSeconds} * interval '1 second')
    ON CONFLICT (account_no) DO UPDATE SET due_at = least(s.due_at, excluded.due_at)`;
}

/**
 * Looks for the retired words of every account whose time has come: deletes those that no event
 * uses, and takes the others back into use.
 */
export async function sweepWords({ db }: Db, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true) {
    const { rows: taken } = await db.work.query<{ account: number }>(
      `update word_sweep set due_at = clock_timestamp() + $1::int * interval '1 second' where account_no = (
         select account_no from word_sweep where due_at < clock_timestamp() order by due_at limit 1 for update skip locked)
       returning account_no as account`,
      [leaseSeconds],
    );
    const [sweep] = taken;
    if (sweep === undefined) return;
    if (await sweepAccount(db, sweep.account, signal)) await endSweep(db, sweep.account);
  }
}

/** Sweeps again once the oldest retired word is due, if any. A redaction waits for this row. */
function endSweep(db: Database, account: number): Promise<void> {
  return inTransaction(db.work, async (on) => {
    await on.query('select from word_sweep where account_no = $1 for update', [account]);
    const { rows: left } = await on.query<{ oldest: Date | null }>(
      'select min(retired_at) as oldest from dictionary where account = $1 and kind = $2',
      [account, kindNumber.userAgent],
    );
    const oldest = left[0]?.oldest ?? null;
    if (oldest === null) await on.query('delete from word_sweep where account_no = $1', [account]);
    else
      await on.query(
        `update word_sweep set due_at = $2::timestamptz + $3::int * interval '1 second' where account_no = $1`,
        [account, oldest, forgottenSeconds],
      );
  });
}

/** Sweeps an account; false if it was aborted before its end. */
async function sweepAccount(db: Database, account: number, signal?: AbortSignal): Promise<boolean> {
  const found = await rows<[id: number]>(db.pages, {
    name: 'retired words',
    text: `select id from dictionary where account = $1::int and kind = $2 and retired_at < clock_timestamp() - $3::int * interval '1 second'
      order by id limit $4::int`,
    values: [account, kindNumber.userAgent, forgottenSeconds, sweptWords],
  });
  const unused = new Set(found.map(([id]) => id));
  const used = new Set<number>();
  for (let after = 0; unused.size > 0;) {
    if (signal?.aborted === true) return false;
    const [step] = await rows<[last: number | null, agents: string]>(db.pages, {
      ...agentsOfEvents,
      values: [account, after, sweptEvents],
    });
    if (step === undefined || step[0] === null) break;
    [after] = step;
    for (const agent of step[1].slice(1, -1).split(',').filter(Boolean).map(Number))
      if (unused.delete(agent)) used.add(agent);
  }
  await rows(db.pages, {
    name: 'take words back',
    text: `update dictionary set retired_at = null where account = $1::int and kind = $2 and id = any($3::smallint[])`,
    values: [account, kindNumber.userAgent, [...used]],
  });
  await rows(db.pages, {
    name: 'forget words',
    text: `delete from dictionary where account = $1::int and kind = $2 and id = any($3::smallint[]) and retired_at is not null`,
    values: [account, kindNumber.userAgent, [...unused]],
  });
  return true;
}

const agentsOfEvents = {
  name: 'words of events',
  text: `select max(id), coalesce(array_agg(distinct user_agent) filter (where user_agent is not null), '{}')::text
    from (select id, user_agent from event where account = $1::int and id > $2::bigint order by id limit $3::int) e`,
};
