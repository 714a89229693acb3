/**
 * SQL: whether the site of the account $1 has no event of the UTC day. The order and the row
 * comparison name the one index that leads to the day.
 */
export const hasNoEvent = (site: string, day: string): string => `(select e.id from event e where e.account = $1
    and (e.site, e.occurred_at, e.id) >= (${site}, ${day}::timestamp at time zone 'utc', 0)
    and (e.site, e.occurred_at, e.id) < (${site}, (${day} + 1)::timestamp at time zone 'utc', 0)
    order by e.site, e.occurred_at, e.id limit 1) is null`;
