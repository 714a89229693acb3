import { rows, type Queryable } from '@goal/db';

/** An entry of the log of logs, by its place, and the log of an account that it is about. */
export type ReportedLog = { account: number; log: number; size: number; entry: number };

const reading = {
  name: 'what the log of logs told',
  text: `select of_account, of_log, size from log_told where account = 0 and log = $1::int and of_account = any($2::int[])`,
};

/** The sizes that this log of logs last told of the logs of these accounts, by account and log. */
export async function toldLogs(
  on: Queryable,
  { log, accounts }: { log: number; accounts: readonly number[] },
): Promise<Map<string, number>> {
  const found = await rows<[account: number, log: number, size: number]>(on, { ...reading, values: [log, accounts] });
  return new Map(found.map(([account, number, size]) => [`${account} ${number}`, size]));
}

/** Rows that one statement writes. */
const writtenAtOnce = 64;

/**
 * Keeps the places of new entries. Where the cosigned checkpoint covers the entry before, that one
 * is kept beside it, because nobody knows when the new one is cosigned.
 */
export async function writeTold(
  on: Queryable,
  { log, cosigned }: { log: number; cosigned: number },
  told: readonly ReportedLog[],
): Promise<void> {
  for (let at = 0; at < told.length; at += writtenAtOnce) {
    const part = told.slice(at, at + writtenAtOnce);
    const tuples = part.map((_, nth) => {
      const [account, number, size, entry] = Array.from({ length: 4 }, (__, place) => `$${nth * 4 + place + 1}`);
      return `(0, ${account}::int, ${number}::int, ${log}, ${size}::bigint, ${entry}::bigint)`;
    });
    await rows(on, {
      name: '',
      text: `insert into log_told as t (account, of_account, of_log, log, size, entry) values ${tuples.join(', ')}
        on conflict (account, of_account, of_log) do update set log = excluded.log, size = excluded.size, entry = excluded.entry,
          covered = case when t.log <> excluded.log then null when t.entry < ${cosigned} then t.entry else t.covered end`,
      values: part.flatMap(({ account, log: number, size, entry }) => [account, number, size, entry]),
    });
  }
}

/**
 * Forgets what was told of the accounts behind `after` up to `upTo` that have no logs any more: of
 * all but `accounts`. The entries stay.
 */
export async function forgetGoneLogs(
  on: Queryable,
  { after, upTo, accounts }: { after: number; upTo: number | undefined; accounts: readonly number[] },
): Promise<void> {
  await rows(on, {
    name: 'forget what was told of gone logs',
    text: `delete from log_told where account = 0 and of_account > $1::int and ($2::int is null or of_account <= $2::int)
      and not (of_account = any($3::int[]))`,
    values: [after, upTo ?? null, accounts],
  });
}
