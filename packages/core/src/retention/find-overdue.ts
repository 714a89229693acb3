import type { Core } from '../core.ts';
import { rows, timestamp } from '../event/sql.ts';
import { dueSites, type Clock } from './due-sites.ts';

/** What retention would delete now: how many events, of how many sites, and the UTC day of the oldest; null: none. */
export type Overdue = { events: number; sites: number; oldestDay: string | null };

/** Counts it, day by day from the counters, and of the day on which the cutoff lies by the index. */
export async function findOverdue(core: Pick<Core, 'db' | 'settings'>, clock: Clock = {}): Promise<Overdue> {
  const found: Overdue = { events: 0, sites: 0, oldestDay: null };
  for await (const { account, no, cutoff } of dueSites(core, clock)) {
    const [counted] = await rows<[number, string | null]>(core.db.pages, {
      name: 'overdue',
      text: overdueText,
      values: [account, no, timestamp(cutoff)],
    });
    const [events, oldest] = counted ?? [0, null];
    if (events === 0) continue;
    found.events += events;
    found.sites += 1;
    if (oldest !== null && (found.oldestDay === null || oldest < found.oldestDay)) found.oldestDay = oldest;
  }
  return found;
}

const overdueText = `select coalesce(sum(n), 0)::bigint, min(day)::text from (
    select day, n from kept where account = $1 and site = $2 and day < ($3::timestamptz at time zone 'utc')::date and n > 0
    union all
    select (occurred_at at time zone 'utc')::date, 1 from event
    where account = $1 and site = $2 and occurred_at >= date_trunc('day', $3::timestamptz, 'utc') and occurred_at < $3::timestamptz) o`;
