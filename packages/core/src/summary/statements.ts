import { byId, conditionsOf, indexed, inEvent, mergedRows, range, type Range } from '../event/page-statements.ts';
import type { ConditionGroups } from '../event/filter.ts';

/*
 * The statements of a summary (rulings §11.2). They examine rows as the steps of a page do, and
 * return counts of groups in place of rows. The last three parameters say by what they group: bits
 * of `groupBits`, then the length of a span of time and the beginning of one of them.
 */

/** What rows are grouped by. `time`: spans of equal length. */
export const groupBits = { time: 1, severity: 2, code: 4, object: 8, eventType: 16, user: 32, site: 64 } as const;

/** Spans of time by which rows are grouped: as long as `stride`, one of them from `origin` on. */
export type Spans = { stride: string; origin: string };

/** Every time zone makes its days and hours of these. */
export const quarterHours: Spans = { stride: '15 minutes', origin: '2000-01-01T00:00:00Z' };

/** The columns of a group, in the order of `GroupRow`; null for what is not asked. */
const keys = (first: number, row: string): string => {
  const [bits, stride, origin] = [`$${first}`, `$${first + 1}`, `$${first + 2}`];
  const when = (bit: number, what: string): string => `case when ${bits}::int & ${bit} > 0 then ${what} end`;
  const text = (column: string, bit: number): string =>
    when(bit, `(case when ${row}.${column} is null then ${byId(row, `${column}_text`)} end)`);
  return `${when(groupBits.time, `date_bin(${stride}::interval, ${row}.occurred_at, ${origin}::timestamptz)`)} span,
      ${when(groupBits.severity, `${row}.severity`)} severity, ${when(groupBits.code, `${row}.code`)} code,
      ${when(groupBits.object, `${row}.object`)} object, ${text('object', groupBits.object)} object_text,
      ${when(groupBits.eventType, `${row}.event_type`)} event_type, ${text('event_type', groupBits.eventType)} event_type_text,
      ${when(groupBits.user | groupBits.site, `${row}.site`)} site, ${when(groupBits.user, `${row}.user_id`)} user_id`;
};

/**
 * The groups of the rows `m`, each with its newest event (the rows come newest first), then the
 * closing row. `first`: the first of the three parameters that say by what they group.
 */
const counted = (first: number, rowsOf: string, closing: { bound: string; rows: string }): string =>
  `select span, severity, code, object, object_text, event_type, event_type_text, site, user_id,
      count(*), (array_agg(id))[1], null::timestamptz ended_at, null::bigint ended_id, null::text bound
    from (select m.id, ${keys(first, 'm')} from (${rowsOf}) m) g group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    union all select null, null, null, null, null, null, null, null, null, n.looked, null, z.occurred_at, z.id, ${closing.bound}
    from ${closing.rows}`;

/** Keeps the rows that meet the conditions, newest first: at most $6. */
const matching = (from: string, groups: ConditionGroups, order = ''): string => {
  const { onIndex, onEvent } = conditionsOf(groups);
  const inIndex = `select id, site, occurred_at, ${indexed} from ${from} and ${onIndex}${order}`;
  return groups.readsEvent
    ? `select k.* from (${inIndex}) k cross join lateral ${byId('k', inEvent)} e where ${onEvent} limit $6`
    : `${inIndex} limit $6`;
};

/** One step that examines the next $5 rows of a range. */
export function summaryScan(kind: Range, groups: ConditionGroups): { name: string; text: string } {
  const { next, suffix } = conditionsOf(groups);
  const sites = `$${next}`;
  const where = kind === 'site' ? range.site(`${sites}::int`, 'desc') : range.account('desc');
  const covered =
    kind === 'site' || kind === 'account'
      ? 'true'
      : `site ${kind === 'only' ? 'in' : 'not in'} (select unnest(${sites}::int[]))`;
  return {
    name: `summary of ${kind}${suffix}`,
    text: `with c as materialized (
        select *, ${covered} covered from (select site, id, occurred_at, ${indexed} from event where ${where} limit $5) q)
      ${counted(kind === 'account' ? next : next + 1, matching('c where covered', groups), {
        bound: 'null',
        rows: `(select count(*) looked from c where covered) n left join (select id, occurred_at from c offset $5 - 1 limit 1) z on true`,
      })}`,
  };
}

/** One step of a merge of many sites' lists. */
export function summaryMerge(groups: ConditionGroups): { name: string; text: string } {
  const { suffix } = conditionsOf(groups);
  const { ctes, byTime, closing, next } = mergedRows(groups, 'desc');
  return {
    name: `summary of a merge${suffix}`,
    text: `with ${ctes} ${counted(next, matching('known where true', groups, ` order by ${byTime}`), closing)}`,
  };
}

/** The usernames of events by their ids. */
export const usernames = {
  name: 'usernames of events',
  text: `select u.id, e.username from unnest($2::bigint[]) u(id) cross join lateral ${byId('u', 'username')} e`,
};
