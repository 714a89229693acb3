import type { Db } from '../../ground/db.ts';
import { firstOf, nextFirst } from './first-of-month.ts';

/** Mails of one statement. */
const batch = 100;

/** `now` replaces the clock, for a test. */
type CheckpointOptions = { signal?: AbortSignal | undefined; now?: Date | undefined };

/**
 * Writes the monthly mails with the checkpoint that are due into the outbox, without their texts
 * (rulings §16.15), as weekly summaries are written: any number of processes share the work, and a
 * mail is unique by person, account and month. If the service was down on the first, the mail is
 * written when it is back, and one of an earlier month that still waits is taken back. Returns the
 * number of mails that it wrote.
 */
export async function writeCheckpointMail({ db }: Db, { signal, now }: CheckpointOptions = {}): Promise<number> {
  let written = 0;
  while (signal?.aborted !== true) {
    const moment = now ?? new Date();
    const values = [moment, nextFirst(moment), firstOf(moment)];
    const { rows } = await db.work.query<{ due: number; written: number }>(writing, values);
    const [done = { due: 0, written: 0 }] = rows;
    written += done.written;
    if (done.due < batch) break;
  }
  return written;
}

// The id is the same in every copy of the database (docs/decisions/029-backup.md).
const writing = `with due as (
    select no, person_no, account_no from membership where checkpoint_mail_due_at <= $1::timestamptz
    order by checkpoint_mail_due_at limit ${batch} for update skip locked),
  moved as (update membership m set checkpoint_mail_due_at = $2::timestamptz from due where m.no = due.no),
  late as (delete from mail m using due where m.person_no = due.person_no and m.account_no = due.account_no
    and m.kind = 'checkpoint' and m.week < $3::date and m.done_at is null),
  written as (insert into mail (person_no, account_no, kind, week, id)
    select p.no, a.no, 'checkpoint', $3::date,
      encode(substr(sha256(convert_to(concat_ws(' ', 'checkpoint', p.id, a.id, $3::date), 'UTF8')), 1, 16), 'hex')::uuid
    from due join person p on p.no = due.person_no join account a on a.no = due.account_no
    on conflict (person_no, account_no, kind, week) do nothing returning 1)
  select (select count(*) from due)::int as due, (select count(*) from written)::int as written`;
