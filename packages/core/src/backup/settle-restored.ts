import { streamTroubles } from '@goal/contract';
import type { Queryable } from '@goal/db';

import { nextFirst } from '../mail/checkpoint/first-of-month.ts';
import { nextMonday } from '../mail/weekly/monday.ts';

/** A mail that waited. `month` (`2026-07`) is that of a fair-use mail; null is news of `kind`. */
export type WithheldMail = { to: string; kind: string; month: string | null };

/** An admin token that the backup holds and that is not revoked. */
export type RestoredToken = { prefix: string; name: string; scope: string };

/** What the operator is told of a restored database. */
export type Settled = { mails: WithheldMail[]; tokens: RestoredToken[] };

/**
 * Most blocks of ids a second since 2020: a copy that starts at this times its age starts behind
 * all that its original, or another copy, has used by then. They last until 2088.
 */
const blocksASecond = 4096;
const since = '2020-01-01T00:00:00Z';

/**
 * Settles what a restored database must not take over from its original, which may have gone on
 * since (docs/decisions/029-backup.md). It runs in the transaction that restores:
 * - Positions of tails end: the next read begins a new incarnation (docs/decisions/016-tail.md).
 * - Ids of events continue behind all that the original has used.
 * - Retention deletes nothing until it is confirmed (docs/decisions/020-retention-worker.md).
 * - Waiting mails are not sent, because the original may have sent them
 *   (docs/decisions/022-mail.md). They are returned, so that a person is told.
 * - Weekly summaries that are due are those of the original too: the next Monday is the first of
 *   the copy, and the next first of the month for monthly checkpoints.
 * - Admin tokens stay, or all of them end with `revokesTokens`. They are returned either way: a row
 *   that somebody added to the file is a token too.
 * - Sessions, invitations and attempts to sign in end, so that nobody enters a copy with
 *   yesterday's cookie or link.
 * - Streams are paused: the original may be sending still (rulings §15.11).
 * - No checkout is known to be open, so that a copy does not end or hand out one of its original.
 *
 * The tables are those of the backup's version, which may be older than people are.
 */
export async function settleRestored(
  db: Queryable,
  { takenAt, revokesTokens = false }: { takenAt: string; revokesTokens?: boolean },
): Promise<Settled> {
  await db.query('delete from tail_era');
  await db.query(
    `select setval('event_block', greatest((select last_value from event_block),
       floor(extract(epoch from clock_timestamp() - $1::timestamptz))::bigint * $2::bigint))`,
    [since, blocksASecond],
  );
  await db.query(
    `insert into retention_state (last_run_at, identity) values (clock_timestamp(), 'a backup')
     on conflict ("only") do update set identity = excluded.identity`,
  );
  const withPeople = await knows(db, 'person');
  if (withPeople) await closeDoors(db);
  if (await knows(db, 'operator_session'))
    await db.query('update operator_session set ended_at = clock_timestamp() where ended_at is null');
  if (await knows(db, 'checkout')) await db.query('delete from checkout');
  if (await knows(db, 'weekly_mail')) await skipDueWeeks(db);
  if (withPeople) await skipDueMonths(db);
  if (await knows(db, 'stream')) await pauseStreams(db);
  const mails = await withholdMails(db, withPeople);
  const tokens = await activeTokens(db);
  await record(db, 'database.restore', { taken_at: takenAt });
  if (revokesTokens) {
    await db.query('update admin_token set revoked_at = clock_timestamp() where revoked_at is null');
    for (const { prefix } of tokens) await record(db, 'admin_token.revoke', { prefix });
  }
  return { mails, tokens };
}

async function activeTokens(db: Queryable): Promise<RestoredToken[]> {
  const { rows } = await db.query<RestoredToken>(
    'select prefix, name, scope from admin_token where revoked_at is null order by created_at desc, no desc',
  );
  return rows;
}

async function record(db: Queryable, action: string, detail: object): Promise<void> {
  await db.query(
    `insert into action (actor_kind, actor, action, detail) values ('cli', 'goal restore', $1, $2::jsonb)`,
    [action, JSON.stringify(detail)],
  );
}

/** Whether the backup's version knows a table. */
async function knows(
  db: Queryable,
  table: 'checkout' | 'operator_session' | 'person' | 'stream' | 'weekly_mail',
): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>('select to_regclass($1) is not null as known', [table]);
  return rows[0]?.known === true;
}

async function closeDoors(db: Queryable): Promise<void> {
  await db.query('update session set ended_at = clock_timestamp() where ended_at is null');
  await db.query(
    'update invitation set revoked_at = clock_timestamp() where accepted_at is null and revoked_at is null',
  );
  await db.query('delete from ceremony');
}

async function pauseStreams(db: Queryable): Promise<void> {
  await db.query(
    `update stream set status = 'paused', last_error = $1, lease = null, lease_until = null,
       paused_by = case when paused_by = 'operator' then paused_by else 'restore' end`,
    [streamTroubles.anotherDatabase],
  );
}

/** Sets the next Monday for every weekly summary that is due, zone by zone. */
async function skipDueWeeks(db: Queryable): Promise<void> {
  const due = `w.due_at <= clock_timestamp() and p.no = w.person_no`;
  const { rows } = await db.query<{ zone: string }>(
    `select distinct coalesce(p.time_zone, 'UTC') as zone from weekly_mail w, person p where ${due}`,
  );
  for (const { zone } of rows)
    await db.query(
      `update weekly_mail w set due_at = $2 from person p where ${due} and coalesce(p.time_zone, 'UTC') = $1`,
      [zone, new Date(nextMonday(zone, Date.now()).dueMs)],
    );
}

/** Sets the next month for every monthly checkpoint that is due. */
async function skipDueMonths(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ known: boolean }>(
    `select exists (select from pg_attribute where attrelid = 'membership'::regclass and attname = 'checkpoint_mail_due_at') as known`,
  );
  if (rows[0]?.known !== true) return;
  await db.query(
    'update membership set checkpoint_mail_due_at = $1 where checkpoint_mail_due_at <= clock_timestamp()',
    [nextFirst(new Date())],
  );
}

/** Marks waiting mails as done. `withPeople`: the outbox has news for people too. */
async function withholdMails(db: Queryable, withPeople: boolean): Promise<WithheldMail[]> {
  const [to, people] = withPeople
    ? [`coalesce(m.recipient, p.email, a.email, 'the operator')`, 'left join person p on p.no = w.person_no']
    : ['a.email', ''];
  const { rows } = await db.query<WithheldMail>(
    `update mail m set outcome = 'logged', done_at = clock_timestamp(), failure = null
     from mail w left join account a on a.no = w.account_no ${people}
     where m.done_at is null and w.no = m.no returning ${to} as to, m.kind, to_char(m.month, 'YYYY-MM') as month`,
  );
  return rows;
}
