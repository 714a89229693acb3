import type { Core } from '../core.ts';
import { clockOf, type Clock } from './due-sites.ts';
import { findOverdue, type Overdue } from './find-overdue.ts';

/**
 * Counts what retention would delete now and stores the count for `getRetention`, with the time by
 * the database's clock at which the count began (rulings §9.2). It also counts during a hold, so
 * that an operator knows what a confirmation would delete. Returns the count. Before the first pass
 * there is no row to store it in.
 */
export async function noteOverdue(core: Pick<Core, 'db' | 'settings'>, clock: Clock = {}): Promise<Overdue> {
  const now = clock.now ?? (await clockOf(core.db.work));
  const overdue = await findOverdue(core, { now });
  await core.db.work.query(
    `update retention_state
     set overdue_events = $1, overdue_sites = $2, overdue_oldest_day = $3::date, overdue_counted_at = $4`,
    [overdue.events, overdue.sites, overdue.oldestDay, now],
  );
  return overdue;
}
