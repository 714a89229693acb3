import type { Queryable } from '@goal/db';

/** Work of which one round serves all instances. */
export type SharedWork =
  | 'use'
  | 'silence'
  | 'sealing'
  | 'new logs'
  | 'purge notes'
  | 'check of logs'
  | 'witnesses'
  | 'witnesses that failed';

/**
 * A round counts as due a little before its time, so that an instance whose timer runs early does
 * not skip it.
 */
const dueAfter = 0.9;

/**
 * Whether this instance does the next round of a work that is due every `seconds`: true for one of
 * the instances that ask within that time, by the database's clock. A round that fails is not
 * repeated before the next one is due. A time in the future, which a clock that was set back
 * leaves, counts as none.
 */
export async function takeTurn(
  { db }: { db: { work: Queryable } },
  work: SharedWork,
  seconds: number,
): Promise<boolean> {
  // The clock is read once the row is locked, and rounded as the column rounds it. Otherwise an
  // instance that waited for another one's turn would take that for a time in the future.
  const { rowCount } = await db.work.query(
    `insert into work_turn as t (work, begun_at) values ($1, clock_timestamp())
     on conflict (work) do update set begun_at = clock_timestamp()
     where t.begun_at <= clock_timestamp() - $2 * interval '1 second' or t.begun_at > clock_timestamp()::timestamptz(3)`,
    [work, seconds * dueAfter],
  );
  return rowCount === 1;
}
