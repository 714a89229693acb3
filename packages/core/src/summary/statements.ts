import {
  byId,
  conditionsOf,
  indexed,
  inEvent,
  mergedRows,
  range,
  spanRows,
  type Range,
} from '../event/read/page-statements.ts';
import type { ConditionGroups } from '../event/read/filter.ts';

/*
 * The statements of a summary (rulings §11.2). They examine rows as the steps of a page do, and
 * return counts of groups in place of rows. Each set of keys, given as a mask of `groupMasks`, has
 * statements of its own, because columns that nobody asks for cost as much as the others. Those by
 * time have one last parameter: the moments at which spans of time begin.
 */

/** What rows are grouped by. `time`: the spans of time of `Spans`. */
export const groupMasks = { time: 1, severity: 2, code: 4, object: 8, eventType: 16, user: 32, site: 64 } as const;

/** By what a statement groups, and the first parameter behind all others. */
type Keys = { keyMask: number; first: number };

type Column = { name: string; type: string; keyMask: number; value: string };

/** The columns of a group, in the order of `GroupRow`. */
const columnsOf = (first: number): Column[] => {
  const text = (column: string): string => `case when m.${column} is null then ${byId('m', `${column}_text`)} end`;
  return [
    {
      name: 'span',
      type: 'int',
      keyMask: groupMasks.time,
      value: `width_bucket(m.occurred_at, $${first}::timestamptz[])`,
    },
    { name: 'severity', type: 'smallint', keyMask: groupMasks.severity, value: 'm.severity' },
    { name: 'code', type: 'bigint', keyMask: groupMasks.code, value: 'm.code' },
    { name: 'object', type: 'smallint', keyMask: groupMasks.object, value: 'm.object' },
    { name: 'object_text', type: 'text', keyMask: groupMasks.object, value: text('object') },
    { name: 'event_type', type: 'smallint', keyMask: groupMasks.eventType, value: 'm.event_type' },
    { name: 'event_type_text', type: 'text', keyMask: groupMasks.eventType, value: text('event_type') },
    { name: 'site', type: 'int', keyMask: groupMasks.user | groupMasks.site, value: 'm.site' },
    { name: 'user_id', type: 'bigint', keyMask: groupMasks.user, value: 'm.user_id' },
  ];
};

/** Groups of `m`, newest first, and the closing row with the time of the scope's last row. */
const counted = ({ keyMask, first }: Keys, rowsOf: string, closing: { bound: string; rows: string }): string => {
  const columns = columnsOf(first);
  const asked = columns.filter((column) => (column.keyMask & keyMask) > 0);
  const names = asked.map(({ name }) => name).join(', ');
  const shown = columns.map((column) => (asked.includes(column) ? column.name : `null::${column.type} ${column.name}`));
  return `select ${shown.join(', ')},
      count(*), (array_agg(id))[1], null::timestamptz ended_at, null::bigint ended_id, null::text bound, null::timestamptz last_at
    from (select m.id, ${asked.map(({ name, value }) => `${value} ${name}`).join(', ')} from (${rowsOf}) m) g group by ${names}
    union all select null, null, null, null, null, null, null, null, null, n.looked, null, z.occurred_at, z.id, ${closing.bound}, n.last_at
    from ${closing.rows}`;
};

/** Keeps the rows that meet the conditions, newest first: at most $6. */
const matching = (from: string, groups: ConditionGroups, order = ''): string => {
  const { onIndex, onEvent } = conditionsOf(groups);
  const inIndex = `select id, site, occurred_at, ${indexed} from ${from} and ${onIndex}${order}`;
  return groups.readsEvent
    ? `select k.* from (${inIndex}) k cross join lateral ${byId('k', inEvent)} e where ${onEvent} limit $6`
    : `${inIndex} limit $6`;
};

/** One step that examines the next $5 rows of a range. */
export function summaryScan(kind: Range, groups: ConditionGroups, keyMask: number): { name: string; text: string } {
  const { next, suffix } = conditionsOf(groups);
  const sites = `$${next}`;
  const where = kind === 'site' ? range.site(`${sites}::int`, 'desc') : range.account('desc');
  const covered =
    kind === 'site' || kind === 'account'
      ? 'true'
      : `site ${kind === 'only' ? 'in' : 'not in'} (select unnest(${sites}::int[]))`;
  return {
    name: `summary ${keyMask} of ${kind}${suffix}`,
    text: `with c as materialized (
        select *, ${covered} covered from (select site, id, occurred_at, ${indexed} from event where ${where} limit $5) q)
      ${counted({ keyMask, first: kind === 'account' ? next : next + 1 }, matching('c where covered', groups), {
        bound: 'null',
        rows: `(select count(*) looked, min(occurred_at) last_at from c where covered) n left join (select id, occurred_at from c offset $5 - 1 limit 1) z on true`,
      })}`,
  };
}

/** One step of a merge of many sites' lists, or of one over a span of time. */
export function summaryMerge(
  kind: 'merge' | 'span',
  groups: ConditionGroups,
  keyMask: number,
): { name: string; text: string } {
  const { suffix } = conditionsOf(groups);
  const rowsOf = kind === 'span' ? spanRows : mergedRows;
  const { ctes, byTime, closing, next } = rowsOf(groups, 'desc', `e.site, ${indexed}`);
  return {
    name: `summary ${keyMask} of a ${kind}${suffix}`,
    text: `with ${ctes} ${counted({ keyMask, first: next }, matching('known where true', groups, ` order by ${byTime}`), closing)}`,
  };
}

/** The usernames of events by their ids. */
export const usernames = {
  name: 'usernames of events',
  text: `select u.id, e.username from unnest($2::bigint[]) u(id) cross join lateral ${byId('u', 'username')} e`,
};
