import { limits, type AttentionKind, type AttentionRow } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { today } from '../ground/counters.ts';
import { lowerThan, olderThan, Parameters, splitPage, type PageRequest } from '../ground/keyset-sql.ts';
import type { Position } from '../ground/position.ts';
import { counted, grouped } from '../ground/wording.ts';
import { silenceSentence } from '../stats/silence.ts';

/** A row of any of the lists; what a list has no column for is null. */
type AttentionSqlRow = Pick<
  AttentionRow,
  'account_id' | 'email' | 'name' | 'plan' | 'site_id' | 'domain' | 'value' | 'limit'
> & {
  rowId: number;
  place: number;
  since: Date | null;
  today: string;
  day: string | null;
  reason: string | null;
};

type List = {
  /** Joins the account `a`, and the site `s` where the list is about sites. */
  from: string;
  where: string;
  /** What the list is ordered by, from the highest, and the row id behind it. */
  by: string;
  rowId: string;
  /** Turns `by` into the number of a position. */
  place: string;
  after: typeof olderThan;
  /** The columns that this list has, in place of null. */
  columns: Partial<Record<'site_id' | 'domain' | 'since' | 'value' | 'limit' | 'day' | 'reason', string>>;
  sentence: (row: AttentionSqlRow) => string;
};

const milliseconds = (time: string): string => `(extract(epoch from ${time}) * 1000)::bigint`;
const ofSite = { site_id: 's.id::text', domain: 's.domain' };
const siteAndAccount = (row: string): string =>
  `JOIN site s ON s.no = ${row}.site_no JOIN account a ON a.no = s.account_no`;
const used = 'account_use u JOIN account a ON a.no = u.account_no JOIN plan p ON p.slug = a.plan';
const dayAfter: typeof olderThan = (values, day, id, after) =>
  after === undefined
    ? []
    : [
        `(${day}, ${id}) < ((${values.add(new Date(after.time))}::timestamptz AT TIME ZONE 'UTC')::date, ${values.add(after.id)}::bigint)`,
      ];

/** Why a payment is held, where the reason is no status of the provider. */
const heldSentences: Readonly<Record<string, string>> = {
  'unknown price': 'A subscription pays a price that belongs to no plan.',
  pause_collection: 'The payment provider collects no payment for a subscription; its plan stays.',
};

/** What the background counted is judged again: a row leaves with the act that settles it. */
const lists: Record<AttentionKind, List> = {
  over_fair_use: {
    from: used,
    where: 'u.over_fair_use AND NOT a.is_reseller AND u.events > p.fair_use_events',
    by: 'u.events',
    rowId: 'u.account_no',
    place: 'u.events',
    after: lowerThan,
    columns: {
      since: `(SELECT m.created_at FROM mail m WHERE m.account_no = a.no AND m.kind = 'fair_use' AND m.month = date_trunc('month', ${today}::timestamp)::date)`,
      value: 'u.events',
      limit: 'p.fair_use_events',
    },
    sentence: ({ value, limit, plan }) =>
      `${counted(value ?? 0, 'event')} this month; the fair use of the plan ${plan} is ${grouped(limit ?? 0)}.`,
  },
  at_cap: {
    from: used,
    where: `u.at_cap AND NOT a.is_reseller
      AND (SELECT count(*) FROM site c WHERE c.account_no = a.no AND c.status = 'active') >= p.sites`,
    by: 'u.sites',
    rowId: 'u.account_no',
    place: 'u.sites',
    after: lowerThan,
    columns: { value: 'u.sites', limit: 'p.sites' },
    sentence: ({ value, limit, plan }) =>
      `${counted(value ?? 0, 'active site')}; the plan ${plan} allows ${grouped(limit ?? 0)}.`,
  },
  held_payment: {
    from: 'subscription h JOIN account a ON a.no = h.account_no',
    where: 'h.held_at IS NOT NULL',
    by: 'h.held_at',
    rowId: 'h.no',
    place: milliseconds('h.held_at'),
    after: olderThan,
    columns: { since: 'h.held_at', reason: 'h.held_reason' },
    sentence: ({ reason }) =>
      heldSentences[reason ?? ''] ?? `The payment provider reports a subscription as ${reason}.`,
  },
  refused: {
    from: `site_arrival r ${siteAndAccount('r')}`,
    where: `r.last_refused_at > now() - ${limits.refusedHours} * interval '1 hour'
      AND (r.last_accepted_at IS NULL OR r.last_accepted_at < r.last_refused_at)`,
    by: 'r.last_refused_at',
    rowId: 'r.site_no',
    place: milliseconds('r.last_refused_at'),
    after: olderThan,
    columns: { ...ofSite, since: 'r.last_refused_at', reason: 'r.last_refusal' },
    sentence: ({ reason }) => reason ?? 'refused',
  },
  silent: {
    from: `silent_site q ${siteAndAccount('q')} LEFT JOIN site_arrival r ON r.site_no = q.site_no`,
    where: `s.status = 'active'
      AND (r.last_accepted_at IS NULL OR (r.last_accepted_at AT TIME ZONE 'UTC')::date <= q.last_day)`,
    by: 'q.last_day',
    rowId: 'q.site_no',
    place: milliseconds('q.last_day'),
    after: dayAfter,
    columns: { ...ofSite, since: 'r.last_accepted_at', value: 'q.usual_gap_days', day: 'q.last_day::text' },
    sentence: ({ day, value, today: now }) => silenceSentence(day ?? now, value ?? 0, now),
  },
};

type AttentionRequest = PageRequest & {
  /** Accounts on this plan alone, and their sites. */
  plan?: string | undefined;
};

/** A page of a list, how many rows it has in all, and whether that is the most that is counted. */
export type AttentionPage = {
  items: AttentionRow[];
  count: number;
  more: boolean;
  next: Position | undefined;
};

/**
 * GET /admin/attention: what may need an operator, of one kind (rulings §8). `count` ends at
 * 1,000; `more` says that there are more.
 */
export async function listAttention(
  core: Core,
  kind: AttentionKind,
  request: AttentionRequest,
): Promise<AttentionPage> {
  if (kind === 'refused' || kind === 'silent') await core.events.arrivals.flushIfPossible();
  const list = lists[kind];
  const [{ rows }, total] = await Promise.all([readPage(core, list, request), countUpTo(core, list, request.plan)]);
  const { page, next } = splitPage(rows, request.limit, ({ place, rowId }) => ({ time: place, id: rowId }));
  return {
    items: page.map((row) => attentionRow(row, list)),
    count: Math.min(total, limits.countedRows),
    more: total > limits.countedRows,
    next,
  };
}

const columnNames = ['site_id', 'domain', 'since', 'value', 'limit', 'day', 'reason'] as const;

const onPlan = (values: Parameters, plan: string | undefined): string[] =>
  plan === undefined ? [] : [`a.plan = ${values.add(plan)}`];

function readPage({ db }: Db, { from, where, by, rowId, place, after, columns }: List, request: AttentionRequest) {
  const values = new Parameters();
  const conditions = [where, ...onPlan(values, request.plan), ...after(values, by, rowId, request.after)];
  const named = columnNames.map((name) => `${columns[name] ?? 'NULL'} AS "${name}"`);
  return db.work.query<AttentionSqlRow>(
    `SELECT ${rowId} AS "rowId", ${place} AS place, a.id::text AS account_id, a.email, a.name, a.plan, ${today}::text AS today, ${named.join(', ')}
     FROM ${from} WHERE ${conditions.join(' AND ')}
     ORDER BY ${by} DESC, ${rowId} DESC LIMIT ${values.add(request.limit + 1)}`,
    values.list,
  );
}

/** Stops one row after the last that is counted. */
async function countUpTo({ db }: Db, { from, where }: List, plan: string | undefined): Promise<number> {
  const values = new Parameters();
  const conditions = [where, ...onPlan(values, plan)];
  const { rows } = await db.work.query<{ count: number }>(
    `SELECT count(*) FROM (SELECT FROM ${from} WHERE ${conditions.join(' AND ')} LIMIT ${limits.countedRows + 1}) found`,
    values.list,
  );
  return rows[0]?.count ?? 0;
}

function attentionRow(row: AttentionSqlRow, { sentence }: List): AttentionRow {
  const { account_id, email, name, plan, site_id, domain, since, limit } = row;
  return {
    account_id,
    email,
    name,
    plan,
    site_id,
    domain,
    since: since?.toISOString() ?? null,
    // Of a silent site it is no figure of its list.
    value: limit === null ? null : row.value,
    limit,
    sentence: sentence(row),
  };
}
