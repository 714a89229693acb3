import { isOutOfTime, isUnavailable, rows, type Queryable } from '@goal/db';
import { commitmentOf, leafHash, TreeEdge, type Hash } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import { livingSites } from '../seal/begin-log.ts';
import { entriesOfRow } from '../entries/entry-rows.ts';
import { logHeads, type LogHead } from '../entries/log-head.ts';
import { someSitesOfLog } from '../entries/log-sites.ts';
import { eventsByIds, textOf } from '../entries/logged-events.ts';
import { dayOf, entryText, readRowsBetween, type LogOf, type ReadRow } from '../entries/read-entries.ts';
import { redactedAmong } from '../entries/redacted-events.ts';
import { redactedWithoutNote } from './redacted-without-note.ts';
import { forgetOldSalts } from '../keys/salt-keys.ts';
import { saltsOfEvents } from '../keys/salts-of-events.ts';

/** The days in which a whole log is looked over. */
const daysOfLog = 30;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Leaves that one look at a log reads at most. */
const leavesMax = 32 * entriesOfRow;
const lookSize = 1000;

/** Leaves of a log that are remembered as not matching. */
const foundMax = 1000;

/** A leaf that does not match what is stored; `cause`: why it, or its row, could not be read. */
type Mismatch = { index: number; cause?: unknown };

/** What a look over the logs found. `mismatches` are those that no look found before. */
export type LogCheck = { leaves: number; mismatches: ({ origin: string } & Mismatch)[] };

/**
 * Looks over a part of each log that is due, so that a thirtieth of it is compared each day: the
 * events that are there with what the log says of them, redacted ones with the notes that name
 * them, and full rows with their roots. What does not match was changed behind the back of the
 * service. A row that cannot be read, or is gone, does not match at its first leaf, and keeps no
 * other one from being looked at. Each leaf is found once; one that matches again is forgotten. A
 * bundle finds more: what is gone without a reason.
 */
export async function checkLogs(on: Queryable, signal: AbortSignal): Promise<LogCheck> {
  const done: LogCheck = { leaves: 0, mismatches: [] };
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted;) {
    const page = await accountsWithLogs(on, after);
    for (const account of page) {
      if (signal.aborted) return done;
      let wasDue = false;
      for (const head of await logHeads(on, account))
        if (await checkLog(on, { account, log: head.log }, head, done)) wasDue = true;
      if (wasDue) await forgetOldSalts(on, account, (await livingSites(on, account)).values());
    }
    after = page.at(-1);
  }
  return done;
}

const listing = {
  name: 'accounts with logs',
  text: `select distinct account from log_head where account > $1::int order by account limit ${lookSize}`,
};

/** A page of the accounts behind `after` that have logs. */
export async function accountsWithLogs(on: Queryable, after: number): Promise<number[]> {
  return (await rows<[number]>(on, { ...listing, values: [after] })).map(([account]) => account);
}

const reading = {
  name: 'how far a log is checked',
  text: `select checked, floor(extract(epoch from clock_timestamp() - checked_at) * 1000)::int8, array_to_json(found)::text
    from log_check where account = $1::int and log = $2::int`,
};
const writing = {
  name: 'note how far a log is checked',
  text: `insert into log_check as c (account, log, checked, found, found_at, mismatches, first_mismatch)
    values ($1::int, $2::int, $3::bigint, $4::bigint[], case when $5::bool then clock_timestamp() end, $6::bigint, $7::bigint)
    on conflict (account, log) do update set checked = excluded.checked, checked_at = clock_timestamp(),
      found = excluded.found, found_at = coalesce(excluded.found_at, c.found_at),
      mismatches = excluded.mismatches, first_mismatch = excluded.first_mismatch`,
};

/** Returns whether a part of the log was due. */
async function checkLog(on: Queryable, of: LogOf, { size, origin }: LogHead, done: LogCheck): Promise<boolean> {
  const [row] = await rows<[checked: number, agoMs: number, found: string]>(on, {
    ...reading,
    values: [of.account, of.log],
  });
  const [checked = 0, agoMs = Infinity, known = '[]'] = row ?? [];
  if (size === 0 || agoMs < pauseMs(size)) return false;
  const from = checked >= size ? 0 : checked - (checked % entriesOfRow);
  const share = Math.ceil((size / daysOfLog) * (Math.min(agoMs, dayMs) / dayMs));
  const to = Math.min(size, from + Math.max(entriesOfRow, Math.min(leavesMax, share)));
  const before = JSON.parse(known) as number[]; // the database's own list of bigints
  const mismatches = await mismatchesBetween(on, of, from, to);
  const now = mismatches.map(({ index }) => index);
  const elsewhere = before.filter((index) => index < from || index >= to);
  const news = now.filter((index) => !before.includes(index)).slice(0, Math.max(0, foundMax - before.length));
  const found = [...elsewhere, ...now.filter((index) => before.includes(index)), ...news].toSorted((a, b) => a - b);
  done.leaves += to - from;
  done.mismatches.push(...mismatches.flatMap((one) => (news.includes(one.index) ? [{ origin, ...one }] : [])));
  await rows(on, {
    ...writing,
    values: [of.account, of.log, to, found, news.length > 0, found.length, found[0] ?? null],
  });
  return true;
}

/** A log is looked at as often as a row of entries is due, at least once a day. */
const pauseMs = (size: number): number =>
  Math.min(dayMs, Math.max(hourMs, (entriesOfRow / (size / daysOfLog)) * dayMs));

/** The mismatches of whole rows, which are compared one by one where they cannot be together. */
async function mismatchesBetween(on: Queryable, of: LogOf, from: number, to: number): Promise<Mismatch[]> {
  try {
    return (await compare(on, of, from, to)).map((index) => ({ index }));
  } catch (cause) {
    // A database that does not answer says nothing of the log.
    if (isUnavailable(cause) || isOutOfTime(cause)) throw cause;
    if (to - from <= entriesOfRow) return [{ index: from, cause }];
  }
  const mismatches: Mismatch[] = [];
  for (let first = from; first < to; first += entriesOfRow)
    mismatches.push(...(await mismatchesBetween(on, of, first, Math.min(to, first + entriesOfRow))));
  return mismatches;
}

/** Leaves whose event does not match, and first leaves of rows that do not, or are gone. */
async function compare(on: Queryable, of: LogOf, from: number, to: number): Promise<number[]> {
  const found = await readRowsBetween(on, of, { from, to });
  const events = found.flatMap(({ first, entries }) =>
    entries.flatMap((entry, at) => (entry.kind === 'event' ? [{ index: first + at, entry }] : [])),
  );
  const dated = events.map(({ entry }) => ({ site: entry.site, id: entry.id, day: dayOf(entry) }));
  const ids = dated.map(({ id }) => id);
  const salts = await saltsOfEvents(on, of.account, dated);
  const there = await eventsByIds(on, of.account, ids);
  const redacted = await redactedAmong(on, of.account, ids);
  const sites = await someSitesOfLog(on, of.account, [
    ...dated.map(({ site }) => site),
    ...[...there.values()].map(({ site }) => site),
  ]);
  const siteIdOf = (site: number): string => sites.get(site)?.id ?? '';
  const changed = events.flatMap(({ index, entry }) => {
    const [salt, event] = [salts.get(entry.id), there.get(entry.id)];
    if (salt === undefined || event === undefined || event.isRedacted || redacted.has(entry.id)) return [];
    return commitmentOf(sha256, salt, textOf(event, siteIdOf(event.site))) === entry.commitment ? [] : [index];
  });
  const untold = await redactedWithoutNote(on, of.account, { events, there, redacted, sites });
  const broken = found.flatMap((row) =>
    row.root === undefined || row.root === rootOf(row, siteIdOf) ? [] : [row.first],
  );
  const gone: number[] = [];
  for (let first = from; first < to; first += entriesOfRow)
    if (!found.some((row) => row.first === first)) gone.push(first);
  return [...new Set([...changed, ...untold, ...broken, ...gone])].toSorted((a, b) => a - b);
}

function rootOf({ entries }: ReadRow, siteIdOf: (site: number) => string): Hash {
  const edge = new TreeEdge(sha256);
  for (const entry of entries) edge.push(leafHash(sha256, entryText(entry, siteIdOf)));
  return edge.root();
}
