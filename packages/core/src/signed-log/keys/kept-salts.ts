import type { Tx } from '@goal/db';

import { saltsOf } from './salts.ts';

/**
 * A key opens its day, so a redaction deletes it and keeps the others' salts
 * (docs/decisions/096-redaction.md). Keys are read first, salts behind them, and these count.
 */

/** Runs a statement and returns its rows, in a verb's transaction or on a session. */
export type RunSql = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** `RunSql` of a verb's transaction. */
export const runIn =
  (tx: Tx): RunSql =>
  (text, values) =>
    tx.$queryRawUnsafe(text, ...values);

/** An event, with the UTC day on which it happened. */
export type DatedEvent = { id: number; site: number; day: string };

/** Salts that one transaction keeps before the one that redacts. */
const keptAtOnce = 5000;

/**
 * Waits for a seal of the account that is under way, and keeps others away until the transaction
 * ends: so an event is either sealed with its text or redacted, and no seal makes a key for a day
 * whose key goes. A seal waits for the account's row while it holds this one, so this comes first.
 */
export async function holdLog(tx: Tx, account: number): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS held FROM log_head WHERE account = ${account}
    AND log = (SELECT max(log) FROM log_head WHERE account = ${account}) FOR UPDATE`;
}

/**
 * Keeps the salts of the other events of these events' days, in a transaction before the one that
 * redacts, while there are many. Returns how many it kept: 0 where few are left.
 */
export async function keepManySalts(run: RunSql, account: number, events: readonly DatedEvent[]): Promise<number> {
  const keys = await lockKeys(run, account, events, 'for key share of s');
  const others = await othersOf(run, account, { keys, events: [], limit: keptAtOnce });
  if (others.length < keptAtOnce) return 0;
  await keep(run, account, keys, others);
  return others.length;
}

/**
 * Makes the salts of events that are being redacted unknown to everybody: keeps those of the other
 * events of their days, deletes the keys of these days, and their own salts.
 */
export async function forgetSaltsOfEvents(run: RunSql, account: number, events: readonly DatedEvent[]): Promise<void> {
  const keys = await lockKeys(run, account, events, 'for update of s');
  await keep(run, account, keys, await othersOf(run, account, { keys, events, limit: null }));
  const days = keys.map(({ site, day }) => ({ site, day }));
  await run(
    `delete from log_salt s using unnest($2::int[], $3::date[]) q(site, day) where s.account = $1::int and s.site = q.site and s.day = q.day`,
    [account, days.map(({ site }) => site), days.map(({ day }) => day)],
  );
  await run(
    `delete from log_salt_kept k using unnest($2::int[], $3::date[], $4::bigint[]) q(site, day, id)
     where k.account = $1::int and k.site = q.site and k.day = q.day and k.id = q.id`,
    [account, events.map(({ site }) => site), events.map(({ day }) => day), events.map(({ id }) => id)],
  );
}

type DayKey = { site: number; day: string; key: string };

/** The keys of these events' days that are there, which nobody changes until the end. */
function lockKeys(run: RunSql, account: number, events: readonly DatedEvent[], lock: string): Promise<DayKey[]> {
  const days = [...new Map(events.map(({ site, day }) => [`${site} ${day}`, { site, day }])).values()];
  return run<DayKey>(
    `select s.site, s.day::text as day, encode(s.key, 'base64') as key from unnest($2::int[], $3::date[]) q(site, day)
     join log_salt s on s.account = $1::int and s.site = q.site and s.day = q.day order by s.site, s.day ${lock}`,
    [account, days.map(({ site }) => site), days.map(({ day }) => day)],
  );
}

type Other = { id: string; site: number; day: string };

/** The events of the keys' days but for `events`, without those that were redacted or are kept. */
async function othersOf(
  run: RunSql,
  account: number,
  { keys, events, limit }: { keys: readonly DayKey[]; events: readonly DatedEvent[]; limit: number | null },
): Promise<Other[]> {
  if (keys.length === 0) return [];
  // The order chooses the index by time; a subquery that is no join uses the whole key.
  return run<Other>(
    `select e.id::text as id, q.site, q.day::text as day from unnest($2::int[], $3::date[]) q(site, day)
     cross join lateral (select id, redacted_at from event where account = $1::int
       and (site, occurred_at, id) >= (q.site, q.day::timestamp at time zone 'utc', 0)
       and (site, occurred_at, id) < (q.site, (q.day + 1)::timestamp at time zone 'utc', 0)
       order by site, occurred_at, id) e
     where e.redacted_at is null and e.id <> all($4::bigint[])
       and (select k.id from log_salt_kept k where k.account = $1::int and k.site = q.site and k.day = q.day and k.id = e.id limit 1) is null
     limit $5::int`,
    [account, keys.map(({ site }) => site), keys.map(({ day }) => day), events.map(({ id }) => id), limit],
  );
}

async function keep(run: RunSql, account: number, keys: readonly DayKey[], others: readonly Other[]): Promise<void> {
  for (const { site, day, key } of keys) {
    const ids = others.filter((one) => one.site === site && one.day === day).map(({ id }) => Number(id));
    if (ids.length === 0) continue;
    const salts = saltsOf(Buffer.from(key, 'base64'), ids).map((salt) => salt.toString('base64'));
    await run(
      `insert into log_salt_kept (account, site, day, id, salt) select $1::int, $2::int, $3::date, u.id, decode(u.salt, 'base64')
       from unnest($4::bigint[], $5::text[]) u(id, salt) on conflict do nothing`,
      [account, site, day, ids, salts],
    );
  }
}
