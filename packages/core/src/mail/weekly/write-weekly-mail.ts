import { transaction, type Tx } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import { addDays } from '../../ground/day.ts';
import { nextMonday } from './monday.ts';

/** Mails of one transaction. */
const batch = 100;

/** `now` replaces the clock, for a test. */
type WeeklyOptions = { signal?: AbortSignal | undefined; now?: Date | undefined };

/**
 * Writes the weekly summaries that are due into the outbox, a hundred in one transaction, without
 * their texts (rulings §10.40). Any number of processes share the work. A mail is unique by person,
 * account and week. If the service was down on Monday, the mail is written when it is back; of
 * several weeks only the last one is written, and a mail of an earlier week that still waits is
 * taken back. Returns the number of mails that it wrote.
 */
export async function writeWeeklyMail({ db }: Db, { signal, now }: WeeklyOptions = {}): Promise<number> {
  let written = 0;
  while (signal?.aborted !== true) {
    const moment = now ?? new Date();
    const done = await transaction(db, (tx) => writeBatch(tx, moment));
    written += done.written;
    if (done.due < batch) break;
  }
  return written;
}

async function writeBatch(tx: Tx, now: Date): Promise<{ due: number; written: number }> {
  type Row = { person: number; account: number; zone: string };
  const due = await tx.$queryRaw<Row[]>`
    SELECT w.person_no AS person, w.account_no AS account, coalesce(p.time_zone, 'UTC') AS zone
    FROM weekly_mail w JOIN person p ON p.no = w.person_no
    WHERE w.due_at <= ${now.toISOString()}::timestamptz ORDER BY w.due_at LIMIT ${batch} FOR UPDATE OF w SKIP LOCKED`;
  if (due.length === 0) return { due: 0, written: 0 };
  const next = due.map(({ zone }) => nextMonday(zone, now.getTime()));
  const [people, accounts] = [due.map(({ person }) => person), due.map(({ account }) => account)];
  const weeks = next.map(({ day }) => addDays(day, -7));
  await tx.$executeRaw`
    UPDATE weekly_mail w SET due_at = k.due
    FROM unnest(${people}::int[], ${accounts}::int[], ${next.map(({ dueMs }) => new Date(dueMs).toISOString())}::timestamptz[]) AS k(person, account, due)
    WHERE w.person_no = k.person AND w.account_no = k.account`;
  await tx.$executeRaw`
    DELETE FROM mail m USING unnest(${people}::int[], ${accounts}::int[], ${weeks}::date[]) AS k(person, account, week)
    WHERE m.person_no = k.person AND m.account_no = k.account AND m.kind = 'weekly' AND m.week < k.week AND m.done_at IS NULL`;
  // The id is the same in every copy of the database (docs/decisions/029-backup.md).
  const written = await tx.$executeRaw`
    INSERT INTO mail (person_no, account_no, kind, week, id)
    SELECT p.no, a.no, 'weekly', k.week,
      encode(substr(sha256(convert_to(concat_ws(' ', 'weekly', p.id, a.id, k.week), 'UTF8')), 1, 16), 'hex')::uuid
    FROM unnest(${people}::int[], ${accounts}::int[], ${weeks}::date[]) AS k(person, account, week)
      JOIN person p ON p.no = k.person JOIN account a ON a.no = k.account
    ON CONFLICT (person_no, account_no, kind, week) DO NOTHING`;
  return { due: due.length, written };
}
