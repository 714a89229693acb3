import type { Queryable } from '@goal/db';

/** A mail that waited when the backup was taken: its recipient and its month (`2026-07`). */
export type WithheldMail = { to: string; month: string };

/**
 * Most blocks of ids that a database uses in a second, on average since 2020. A copy that starts
 * at this number times its age in seconds starts behind every block that its original, or another
 * copy, has used by then. The numbers last until 2088.
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
