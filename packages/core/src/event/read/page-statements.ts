/*
 * The statements that read pages. One index alone can give the order of each, and they run in
 * sessions that may not sort (docs/decisions/010-event-store.md).
 *
 * Parameters:
 * - $1 account
 * - $2, $3 the position behind which all returned rows lie
 * - $4 the end of the list: the earliest moment, inclusive, of a list that runs to the oldest
 *   event; the first moment beyond a list that runs to the newest
 * - $5 how many rows are examined
 * - $6 how many rows are wanted
 * - $7 to $11 conditions on indexed columns
 * - then three exclusions, only in statements that have them
 * - then eight conditions that need the event, only in statements that read it
 * - then the site or sites
 */

import type { Order } from '../../ground/position.ts';
import { kindNumber } from '../words/dictionary.ts';
import type { ConditionGroups } from './filter.ts';

/**
 * Which rows a scan reads. `only` and `except` scan the account and drop rows outside the scope.
 */
export type Range = 'site' | 'account' | 'only' | 'except';

/**
 * The columns of a page, in the order of `PageRow`. An export writes them in this order, and must
 * know the site before it goes on.
 */
export const columns =
  'id, occurred_at, received_at, site, code, severity, object, object_text, event_type, event_type_text, user_id, username, message, ip, redacted_at';

/** Each range names its order so that one index gives it. */
export const range = {
  site: (
    site: string,
    order: Order,
  ) => `account = $1 and (site, occurred_at, id) ${way[order].behind} (${site}, $2::timestamptz, $3::bigint)
      and (site, occurred_at, id) ${way[order].upTo} (${site}, $4::timestamptz, 0) order by ${ordered('site, occurred_at, id', order)}`,
  account: (order: Order) => `account = $1 and (occurred_at, id) ${way[order].behind} ($2::timestamptz, $3::bigint)
      and occurred_at ${way[order].upTo} $4::timestamptz order by ${ordered('occurred_at, id', order)}`,
};

/**
 * Lists in both directions. `within`: not beyond a position; `next`: the sign from an id to the
 * position before; `last`: beyond all moments; `lastOf`: the last of several.
 */
const way = {
  desc: { behind: '<', upTo: '>=', within: '>=', next: '+', last: '-infinity', lastOf: 'min' },
  asc: { behind: '>', upTo: '<', within: '<=', next: '-', last: 'infinity', lastOf: 'max' },
} as const;
const ordered = (list: string, order: Order): string =>
  order === 'desc' ? list.replaceAll(/[\w.]+/g, '$& desc') : list;
const named = (name: string, order: Order): string => (order === 'desc' ? name : `${name}, oldest first`);

export const indexed = 'code, user_id, severity, object, event_type';
const indexConditions = `($7::bigint[] is null or code = any($7)) and ($8::bigint is null or user_id = $8)
      and ($9::smallint[] is null or severity = any($9)) and ($10::smallint is null or object = $10)
      and ($11::smallint is null or event_type = $11)`;
export const inEvent = 'object_text, event_type_text, message, username, ip';

/** The conditions of a statement, and the number of the first parameter behind theirs. */
export type Conditions = { onIndex: string; onEvent: string; columns: string; next: number; suffix: string };

/** Writes the conditions whose values `conditionValues` gives. */
export function conditionsOf({ hasExclusions, readsEvent }: ConditionGroups): Conditions {
  const firstOfEvent = hasExclusions ? 15 : 12;
  return {
    onIndex: hasExclusions ? `${indexConditions} and ${exclusionsFrom(12)}` : indexConditions,
    onEvent: readsEvent ? eventConditionsFrom(firstOfEvent) : 'true',
    columns: readsEvent ? `${indexed}, ${inEvent}` : indexed,
    next: firstOfEvent + (readsEvent ? 8 : 0),
    suffix: `${hasExclusions ? ' but not' : ''}${readsEvent ? ' in events' : ''}`,
  };
}

/**
 * The statement itself looks the words up: one that the dictionary gets meanwhile is left out too.
 */
const exclusionsFrom = (at: number): string => {
  const word = (column: string, kind: number, values: string): string =>
    `(${values}::text[] is null or ${column} is null
        or ${column} not in (select d.id from dictionary d where d.account = $1 and d.kind = ${kind} and d.value = any(${values})))`;
  return `($${at}::bigint[] is null or code <> all($${at})) and ${word('object', kindNumber.object, `$${at + 1}`)}
      and ${word('event_type', kindNumber.eventType, `$${at + 2}`)}`;
};

const eventConditionsFrom = (at: number): string => {
  const [object, type, words, username, notUsernames, network, notObjects, notTypes] = Array.from(
    { length: 8 },
    (_, nth) => `$${at + nth}`,
  );
  // The database lowers both sides with its own function (rulings §6.3).
  return `(${object}::text is null or object_text = ${object}) and (${type}::text is null or event_type_text = ${type})
      and (${words}::text[] is null or lower(message) like all(array(select lower(word) from unnest(${words}::text[]) word)))
      and (${username}::text is null or username = ${username}) and (${notUsernames}::text[] is null or username <> all(${notUsernames}))
      and (${network}::inet is null or ip <<= ${network}::inet)
      and (${notObjects}::text[] is null or object_text is null or object_text <> all(${notObjects}))
      and (${notTypes}::text[] is null or event_type_text is null or event_type_text <> all(${notTypes}))`;
};

export const byId = (alias: string, what: string): string =>
  `(select ${what} from event x where x.account = $1 and x.id >= ${alias}.id and x.id <= ${alias}.id order by x.id limit 1)`;
const page = `select x.*, null::bigint looked, null::text bound from p cross join lateral ${byId('p', columns)} x`;
/** The closing row: where the scan ended; `received_at` is the time of the scope's last row. */
const end = (lastAt: string, looked: string, bound: string): string =>
  `select z.id, z.occurred_at, ${lastAt}, null, null, null, null, null, null, null, null, null, null, null, null, ${looked}, ${bound}`;

/** One event with the extra fields of GET /events/{id}. */
export const detailById = {
  name: 'one event',
  text: `select ${columns}, user_agent, user_agent_text, session_id, post_id, post_type, post_status from event
    where account = $1 and id >= $2 and id <= $2 order by id limit 1`,
};

/** A page without conditions: the first $5 rows of the range. */
export function plainPage(kind: 'site' | 'account', order: Order = 'desc'): { name: string; text: string } {
  return {
    name: named(`page of ${kind}`, order),
    text: `select ${columns} from event where ${kind === 'site' ? range.site('$6::int', order) : range.account(order)} limit $5`,
  };
}

/**
 * One step of a search: of the next $5 rows, at most $6 that match. When fewer match, a closing row
 * follows: how many rows of the scope were examined, the time of the last of these, and the
 * position of the last row that was read if there may be more.
 */
export function searchStep(
  kind: Range,
  groups: ConditionGroups,
  order: Order = 'desc',
): { name: string; text: string } {
  const { onIndex, onEvent, columns: needed, next, suffix } = conditionsOf(groups);
  const sites = `$${next}`;
  const name = named(`search ${kind}${suffix}`, order);
  if (kind === 'site' || kind === 'account') {
    const where = kind === 'site' ? range.site(`${sites}::int`, order) : range.account(order);
    return {
      name,
      text: `with p as materialized (
          select id from (select id, ${needed} from event where ${where} limit $5) c where ${onIndex} and ${onEvent} limit $6)
        ${page}
        union all ${end('z.occurred_at', '$5::bigint', 'null')} from (select id, occurred_at from event where ${where} offset $5 - 1 limit 1) z
        where (select count(*) from p) < $6`,
    };
  }
  // As a condition `in` would become a join; in the select list it is a hash of the sites.
  const covered = `site ${kind === 'only' ? 'in' : 'not in'} (select unnest(${sites}::int[]))`;
  return {
    name,
    // Few and narrow columns: each of the $5 rows is kept, and read up to three times.
    text: `with c as materialized (select id, occurred_at, ${covered} covered, (${onIndex}) fits
        from (select site, id, occurred_at, ${indexed} from event where ${range.account(order)} limit $5) c),
      p as materialized (select k.id from (select id from c where covered and fits) ${matching(groups, onEvent)} limit $6)
      ${page}
      union all ${end('n.last_at', 'n.looked', 'null')} from (select count(*) looked, ${way[order].lastOf}(occurred_at) last_at from c where covered) n
        left join (select id, occurred_at from c offset $5 - 1 limit 1) z on true
      where (select count(*) from p) < $6`,
  };
}

/** Keeps the candidates that meet the conditions on the event, in their order. */
const matching = ({ readsEvent }: ConditionGroups, onEvent: string): string =>
  readsEvent ? `k cross join lateral ${byId('k', inEvent)} m where ${onEvent}` : 'k';

/**
 * One step of a merge of many sites' lists (docs/decisions/011-group-pages.md): at most $5 rows
 * from each of the sites with the newest events, down to a horizon above which every row is known.
 * Returns at most $6 matches above it. When fewer match, a closing row follows: how many rows lie
 * above the horizon, the position to continue from, and which bound set it: `sites`, `rows`, or
 * `too many` when the step would read more rows than allowed, so that nothing is known.
 */
export function mergeStep(groups: ConditionGroups, order: Order = 'desc'): { name: string; text: string } {
  const { onIndex, suffix } = conditionsOf(groups);
  return pageOf(`merge${suffix}`, groups, order, mergedRows(groups, order, `(${onIndex}) fits`));
}

/**
 * One step of a merge over a span of time: all rows of the sites down to $4. Returns at most $6
 * matches. When fewer match, a closing row follows: how many rows the span has, or `too many` and 0
 * when these are more than $5, so that nothing is known.
 */
export function spanStep(groups: ConditionGroups, order: Order = 'desc'): { name: string; text: string } {
  const { onIndex, suffix } = conditionsOf(groups);
  return pageOf(`span${suffix}`, groups, order, spanRows(groups, order, `(${onIndex}) fits`));
}

/** The matches among the rows that a step knows, and its closing row. */
function pageOf(
  name: string,
  groups: ConditionGroups,
  order: Order,
  { ctes, byTime, closing }: KnownRows,
): { name: string; text: string } {
  const { onEvent } = conditionsOf(groups);
  // By ids, though the site's index is faster: what the index alone rules out costs no read so.
  return {
    name: named(name, order),
    text: `with ${ctes},
      p as materialized (
        select k.id from (select id from known where fits order by ${byTime}) ${matching(groups, onEvent)} limit $6)
      ${page}
      union all ${end('n.last_at', 'n.looked', closing.bound)} from ${closing.rows}
      where (select count(*) from p) < $6`,
  };
}

/** `ctes` define `known`, `closing` ends the step, `next` is the first parameter behind its own. */
type KnownRows = { ctes: string; byTime: string; closing: { bound: string; rows: string }; next: number };

/** The rows of a site behind the position and not beyond `upTo`, in their order. */
const siteRange = (order: Order, site: string, upTo: string): string =>
  `e.account = $1 and (e.site, e.occurred_at, e.id) ${way[order].behind} (${site}, $2::timestamptz, $3::bigint)
      and (e.site, e.occurred_at, e.id) ${way[order].within} (${site}, ${upTo}) order by ${ordered('e.site, e.occurred_at, e.id', order)}`;

/** The rows of `spanStep`. The parameter behind the conditions: the sites. */
export function spanRows(groups: ConditionGroups, order: Order, further: string): KnownRows {
  const { next: sites } = conditionsOf(groups);
  return {
    byTime: ordered('occurred_at, id', order),
    // Keeping and numbering rows is most of a step's cost: each is kept once, unnumbered.
    ctes: `r as materialized (
        select m.* from unnest($${sites}::int[]) s(site) cross join lateral (
          select e.id, e.occurred_at, ${further} from event e
          where ${siteRange(order, 's.site', '$4::timestamptz, 0')} limit $5 + 1) m
        limit $5 + 1),
      n_read as materialized (select count(*) read, ${way[order].lastOf}(occurred_at) last_at from r),
      known as not materialized (select * from r where (select read from n_read) <= $5)`,
    closing: {
      bound: `case when n.read > $5 then 'too many' end`,
      rows: `(select case when read <= $5 then read else 0 end looked, last_at, read from n_read) n
        cross join (select null::timestamptz occurred_at, null::bigint id) z`,
    },
    next: sites + 1,
  };
}

/**
 * The rows of `mergeStep`. The parameters behind the conditions: the sites, how many of them a step
 * takes, and how many rows it may read.
 */
export function mergedRows(groups: ConditionGroups, order: Order, further: string): KnownRows {
  const { within, next, last, lastOf } = way[order];
  const { next: first } = conditionsOf(groups);
  const [sites, siteLimit, readLimit] = [`$${first}::int[]`, `$${first + 1}::int`, `$${first + 2}::int`];
  const byTime = ordered('occurred_at, id', order);
  return {
    byTime,
    ctes: `t as materialized (
        select q.*, row_number() over () place from (
          select s.site, n.occurred_at, n.id from unnest(${sites}) s(site) cross join lateral (
            select e.occurred_at, e.id from event e where ${siteRange(order, 's.site', '$4::timestamptz, 0')} limit 1) n
          order by ${order === 'desc' ? 'n.occurred_at desc, n.id desc' : 'n.occurred_at, n.id'} limit ${siteLimit} + 1) q),
      next_site as materialized (select occurred_at, id ${next} 1 id from t where place = ${siteLimit} + 1),
      r as materialized (
        select m.* from t cross join lateral (
          select q.*, row_number() over () nth from (
            select e.id, e.occurred_at, ${further} from event e
            where ${siteRange(order, 't.site', 'coalesce((select occurred_at from next_site), $4::timestamptz), coalesce((select id from next_site), 0)')}
            limit $5) q) m
        where t.place <= ${siteLimit} limit ${readLimit} + 1),
      n_read as materialized (select count(*) read from r),
      horizon as materialized (
        select occurred_at, id, bound from (
          select occurred_at, id, 'rows' bound from r where nth = $5
          union all select occurred_at, id, 'sites' from next_site) b
        order by ${byTime} limit 1),
      known as materialized (
        select * from r where (select read from n_read) <= ${readLimit} and (occurred_at, id)
          ${within} (coalesce((select occurred_at from horizon), '${last}'), coalesce((select id from horizon), 0)))`,
    closing: {
      bound: `case when n.read > ${readLimit} then 'too many' else z.bound end`,
      rows: `(select count(*) looked, ${lastOf}(occurred_at) last_at, (select read from n_read) read from known) n left join horizon z on true`,
    },
    next: first + 3,
  };
}
