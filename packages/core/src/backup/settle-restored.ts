import type { Queryable } from '@goal/db';

/** A mail that waited when the backup was taken: to whom, and of which month (`2026-07`). */
export type WithheldMail = { to: string; month: string };

/**
 * Blocks of ids that a database gives at most in a second, on average since 2020: so a copy that begins at so many a second of its age begins behind every
 * block that its original, or another copy of it, has given by then. The numbers end in 2088.
 */
const blocksASecond = 4096;
const since = '2020-01-01T00:00:00Z';

/**
 * What a restored database must not take over from the one that the backup was taken of, which may have gone on since (docs/decisions/029-backup.md). In the
 * transaction that restores:
 * - positions of tails end, and a new era begins with the next look (016);
 * - ids of events go on behind all that the original has given;
 * - retention deletes nothing until it is confirmed (020);
 * - mails that waited are not sent, for the original may have sent them (022): returned, for a person to be told.
 */
export async function settleRestored(db: Queryable, { takenAt }: { takenAt: string }): Promise<WithheldMail[]> {
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
  const { rows } = await db.query<WithheldMail>(
    `update mail m set outcome = 'logged', done_at = clock_timestamp(), failure = null from account a
     where m.done_at is null and a.no = m.account_no returning a.email as to, to_char(m.month, 'YYYY-MM') as month`,
  );
  await db.query(
    `insert into action (actor_kind, actor, action, detail) values ('cli', 'goal restore', 'database.restore', $1::jsonb)`,
    [JSON.stringify({ taken_at: takenAt })],
  );
  return rows;
}
