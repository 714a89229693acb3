import { rows, type Database } from '@goal/db';

/** A range of account row ids, and what was accepted of each account in the month of a day. */
export type MonthOfAccounts = {
  /** A UTC day by the database's clock. */
  day: string;
  /** Row ids of the range, above `after` and up to `last`. */
  after: number;
  last: number;
  /** Accounts that sent something in the month up to the day, and how many events. */
  accounts: number[];
  events: number[];
};

/** The range of account row ids that one statement covers. */
const rowIdsPerStatement = 500;

const newest = {
  name: 'newest account',
  text: `select max(no), (clock_timestamp() at time zone 'utc')::date::text from account`,
  values: [],
};

/**
 * Yields ranges of row ids that cover all accounts, with the accounts' events of this month. The
 * counters are read by a statement of their own, because Citus joins no accounts with counters
 * that are spread over machines (docs/decisions/067-statements-for-citus.md).
 */
export async function* monthsOfAccounts(
  { work }: Pick<Database, 'work'>,
  signal?: AbortSignal,
): AsyncGenerator<MonthOfAccounts> {
  const [[newestAccount, day] = [null, '']] = await rows<[number | null, string]>(work, newest);
  for (let after = 0; after < (newestAccount ?? 0) && signal?.aborted !== true; after += rowIdsPerStatement) {
    const rowIds = Array.from({ length: rowIdsPerStatement }, (_, index) => after + 1 + index);
    const found = await rows<[account: number, events: number]>(work, { ...monthOfAccounts, values: [rowIds, day] });
    yield {
      day,
      after,
      last: after + rowIdsPerStatement,
      accounts: found.map(([account]) => account),
      events: found.map(([, events]) => events),
    };
  }
}

const monthOfAccounts = {
  name: 'months of accounts',
  text: `select account, sum(events)::bigint from accepted_day
    where account = any($1::int[]) and day >= date_trunc('month', $2::date::timestamp)::date and day <= $2::date group by account`,
};
