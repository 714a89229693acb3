/** SQL: no event of site and UTC day in account $1. Order and comparison choose the one index. */
export const hasNoEvent = (site: string, day: string): string => `(select e.id from event e where e.account = $1
    and (e.site, e.occurred_at, e.id) >= (${site}, ${day}::timestamp at time zone 'utc', 0)
    and (e.site, e.occurred_at, e.id) < (${site}, (${day} + 1)::timestamp at time zone 'utc', 0)
    order by e.site, e.occurred_at, e.id limit 1) is null`;
