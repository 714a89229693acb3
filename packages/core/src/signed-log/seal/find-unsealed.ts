import { rows, type Queryable } from '@goal/db';

/** Accounts that one look returns. */
const lookSize = 1000;

/** SQL: the newest log `h` of each account, which is laid out with its tail. */
export const newestLogs = `(select account, max(log) as log from log_head group by account) n join log_head h on h.account = n.account and h.log = n.log`;

/** The accounts whose logs lack something: an act, or a commit of their tails. */
export async function unsealedAccounts(on: Queryable): Promise<number[]> {
  const acts = await rows<[number]>(on, { ...withActs, values: [] });
  const commits = await rows<[number]>(on, { ...withCommits, values: [] });
  return [...new Set([...acts, ...commits].map(([account]) => account))];
}

const withActs = {
  name: 'accounts with acts to seal',
  text: `select distinct account from log_outbox limit ${lookSize}`,
};
const withCommits = {
  name: 'accounts with commits to seal',
  text: `select t.account from tail_head t left join (select h.account, h.seq from ${newestLogs}) l on l.account = t.account
    where l.seq is distinct from t.last limit ${lookSize}`,
};

/**
 * The accounts whose logs were not told yet that another key signs. The log of logs is told in its
 * own round.
 */
export async function accountsWithFormerKey(on: Queryable, newestKey: number): Promise<number[]> {
  const found = await rows<[number]>(on, { ...withFormerKey, values: [newestKey] });
  return found.map(([account]) => account);
}

const withFormerKey = {
  name: 'logs with a former key',
  text: `select h.account from ${newestLogs} where h.account > 0 and (h.keys -> -1 ->> 0)::int <> $1::int limit ${lookSize}`,
};

/**
 * Accounts that have no log yet, a page of those behind `after`, and where the next page begins.
 */
export async function accountsWithoutLog(
  on: Queryable,
  after: number,
): Promise<{ accounts: number[]; next: number | undefined }> {
  const page = (await rows<[number]>(on, { ...pageOfAccounts, values: [after] })).map(([account]) => account);
  const known = new Set((await rows<[number]>(on, { ...withLog, values: [page] })).map(([account]) => account));
  return { accounts: page.filter((account) => !known.has(account)), next: page.at(-1) };
}

const pageOfAccounts = {
  name: 'accounts in a page',
  text: `select no from account where no > $1::int order by no limit ${lookSize}`,
};
const withLog = {
  name: 'accounts with a log',
  text: 'select distinct account from log_head where account = any($1::int[])',
};

/** The accounts with purges of former UTC days that are no notes yet. */
export async function accountsWithOldPurges(on: Queryable): Promise<number[]> {
  const found = await rows<[number]>(on, { ...withOldPurges, values: [] });
  return found.map(([account]) => account);
}

const withOldPurges = {
  name: 'accounts with old purges',
  text: `select distinct account from log_purge where since < date_trunc('day', clock_timestamp(), 'utc') limit ${lookSize}`,
};

/** Seconds for which the oldest commit waits to be sealed, of all accounts; 0: none waits. */
export async function behindSeconds(on: Queryable): Promise<number> {
  const [row] = await rows<[seconds: number | null]>(on, { ...behind, values: [] });
  return Math.max(0, row?.[0] ?? 0);
}

const behind = {
  name: 'how far logs are behind',
  text: `select ceil(extract(epoch from clock_timestamp() - min(n.at)))::int8 from tail_head t
      join (select h.account, h.seq from ${newestLogs}) l on l.account = t.account
      join tail n on n.account = t.account and n.seq = l.seq + 1
    where l.seq < t.last`,
};

/** The same for one account; 0 where it has no log yet. */
export async function behindSecondsOf(on: Queryable, account: number): Promise<number> {
  const [row] = await rows<[seconds: number | null]>(on, { ...behindOfOne, values: [account] });
  return Math.max(0, row?.[0] ?? 0);
}

const behindOfOne = {
  name: 'how far a log is behind',
  text: `select ceil(extract(epoch from clock_timestamp() - t.at))::int8 from tail t where t.account = $1::int
    and t.seq > (select h.seq from log_head h where h.account = $1::int order by h.log desc limit 1) order by t.seq limit 1`,
};
