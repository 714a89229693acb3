import { today } from '../ground/counters.ts';

// Statements on what account $1 or a group uses. Their pool may not scan whole tables.

const firstOfMonth = `date_trunc('month', ${today}::timestamp)::date`;

/**
 * A row for each of the last twelve months (UTC, by arrival), oldest first: the month, its events
 * and bytes, its events before today, and today.
 */
export const usageOfMonths = {
  name: 'usage of months',
  text: `select left(m.first::text, 7), coalesce(sum(d.events), 0)::bigint, coalesce(sum(d.bytes), 0)::bigint,
      coalesce(sum(d.events) filter (where d.day < ${today}), 0)::bigint, ${today}::text
    from (select (${firstOfMonth} - age * interval '1 month')::date as first from generate_series(0, 11) age) m
      left join (select day, events, bytes from accepted_day
        where account = $1 and day >= (${firstOfMonth} - interval '11 months')::date) d
      on date_trunc('month', d.day::timestamp)::date = m.first
    group by m.first order by m.first`,
};

/**
 * One row about the sites that are in group $2 now: today, how many are active and paused, what
 * was accepted of them this month, and the oldest day of which an event is kept.
 */
export const usageOfGroup = {
  name: 'usage of group',
  text: `select ${today}::text, count(*) filter (where s.status = 'active'), count(*) filter (where s.status = 'paused'),
      coalesce(sum(a.events), 0)::bigint, min(k.day)::text
    from site s
      cross join lateral (select sum(events) as events from accepted
        where account = $1 and site = s.no and day >= ${firstOfMonth}) a
      left join lateral (select day from kept
        where account = $1 and site = s.no and n > 0 order by account, site, day limit 1) k on true
    where s.account_no = $1 and ($2::int is null or s.group_no = $2)`,
};
