import { rows, timestamp, type Database, type Queryable } from '@goal/db';

import { hasNoEvent } from '../event/gone/has-no-event.ts';
import type { DueSite } from './due-sites.ts';

/**
 * Adds what a batch of retention deleted to what the signed log is told of the site, in the batch's
 * transaction. The sealer makes one note a day of it, and an act that changes the rule one before
 * itself (docs/decisions/092-signed-log.md). `now` is the clock by which the batch was
 * judged. `isUnsealed`: some of it may not be in the log.
 */
export async function notePurge(
  session: Queryable,
  { due, deleted, now, isUnsealed }: { due: DueSite; deleted: number; now: Date; isUnsealed: boolean },
): Promise<void> {
  await session.query(
    `insert into log_purge as p (account, site, before, until, events, unsealed) values ($1::int, $2::int, $3::timestamptz, $4::timestamptz, $5::bigint, $6::bool)
     on conflict (account, site) do update set before = greatest(p.before, excluded.before), until = greatest(p.until, excluded.until),
       events = p.events + excluded.events, unsealed = p.unsealed or excluded.unsealed`,
    [due.account, due.rowId, timestamp(Math.floor(due.cutoff)), timestamp(now.getTime()), deleted, isUnsealed],
  );
}

/**
 * Deletes the keys of the salts, and the salts that were kept alone, of days that lie wholly before
 * the cutoff and have no events: what the log holds of these days is about nobody then.
 */
export async function forgetSalts(
  { pages }: Pick<Database, 'pages'>,
  { account, rowId, cutoff }: DueSite,
): Promise<void> {
  const values = [account, rowId, timestamp(cutoff)];
  await rows(pages, { ...forgetting, values });
  await rows(pages, { ...forgettingKept, values });
}

export const forgetting = {
  name: 'forget salts',
  text: `delete from log_salt s where s.account = $1 and s.site = $2::int and s.day < ($3::timestamptz at time zone 'utc')::date
    and ${hasNoEvent('$2::int', 's.day')}`,
};
export const forgettingKept = {
  name: 'forget kept salts',
  text: `delete from log_salt_kept k where k.account = $1 and k.site = $2::int and k.day = any(array(
      select s.day from (
        select distinct day from log_salt_kept where account = $1 and site = $2::int and day < ($3::timestamptz at time zone 'utc')::date) s
      where ${hasNoEvent('$2::int', 's.day')}))`,
};
