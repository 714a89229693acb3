import { limits } from '@goal/contract';

import type { Db } from '../ground/db.ts';

/** Rows of one batch. A round that leaves some is followed by the next one. */
const batch = 10_000;

/** The hours after which every brake is full again. */
const fullAfterHours = Math.max(...Object.values(limits.brakes).map(({ burst, hourly }) => burst / hourly));

/** What is deleted, by table, key and condition. */
const trimmed: readonly (readonly [table: string, key: string, isOver: string])[] = [
  ['ceremony', 'hash', 'expires_at < clock_timestamp()'],
  ['brake', 'subject', `at < clock_timestamp() - interval '${fullAfterHours} hours'`],
  ['session', 'no', `least(ended_at, expires_at) < clock_timestamp() - interval '1 year'`],
  ['operator_session', 'no', `least(ended_at, expires_at) < clock_timestamp()`],
  ['invitation', 'no', `least(accepted_at, revoked_at, expires_at) < clock_timestamp() - interval '1 year'`],
  ['unsubscribe_token', 'hash', `created_at < clock_timestamp() - interval '1 year'`],
  ['mail', 'no', `month is null and done_at < clock_timestamp() - interval '90 days'`],
];

/**
 * Deletes attempts that have expired, brakes that are full again, sessions of the console that have
 * ended, sessions of people and invitations a year
 * after their end, links that end a mail a year after it, and news 90 days after it was sent. What
 * a record says about them stays.
 */
export async function trimPeople({ db }: Db, signal?: AbortSignal): Promise<void> {
  for (const [table, key, isOver] of trimmed) {
    if (signal?.aborted === true) return;
    // The condition is judged twice: a brake that is spent meanwhile is kept.
    await db.work.query(
      `delete from ${table} where ${key} = any(array(select ${key} from ${table} where ${isOver} limit ${batch})) and ${isOver}`,
    );
  }
}
