import { countedCodes, type TopCodes } from '@goal/contract';
import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { scopeOf } from '../event/read/scope-of-query.ts';
import type { Caller } from '../ground/caller.ts';
import { goneSites, today } from '../ground/counters.ts';
import { addDays, dayNumber } from '../ground/day.ts';
import { countEvents } from '../summary/count-events.ts';
import { maskOf } from '../summary/tally.ts';

const most = 10;

/**
 * Counts the newest $3 events of the range by code, those of existing sites only, from the index
 * that serves pages of the account. It reads one row more, which tells whether the range has more.
 */
export const topCodes = {
  name: 'top codes',
  text: `with c as materialized (
      select site, code, row_number() over () place from (
        select site, code from event where account = $1
          and (occurred_at, id) < ((${today} + 1)::timestamp at time zone 'utc', 0::bigint)
          and occurred_at >= (${today} - ($2::int - 1))::timestamp at time zone 'utc'
        order by occurred_at desc, id desc limit $3::int + 1) e),
    g as materialized (${goneSites}),
    k as materialized (
      select code, count(*) as n from c where place <= $3 and site not in (select site from g) group by code)
    select (${today} - ($2::int - 1))::text, ${today}::text, (select count(*) from c) <= $3,
      coalesce((select sum(n) from k), 0)::bigint, t.code, t.n
    from (select 1) always left join (select code, n from k order by n desc, code limit ${most}) t on true
    order by t.n desc, t.code`,
};

type CodeRow = [from: string, to: string, complete: string, counted: number, code: number | null, events: number];

/**
 * The most frequent codes among the newest 20,000 events of the last `days` UTC days of
 * occurrence. It skips events of deleted sites that are not reclaimed yet, so it may count fewer
 * although there are more.
 */
export async function listTopCodes(core: Db, { account }: Pick<Caller, 'account'>, days: number): Promise<TopCodes> {
  const found = await rows<CodeRow>(core.db.pages, { ...topCodes, values: [account.rowId, days, countedCodes] });
  const [from = '', to = '', complete = 't', counted = 0] = found[0] ?? [];
  return {
    from,
    to,
    codes: found.flatMap(([, , , , code, events]) => (code === null ? [] : [{ code, events }])),
    counted,
    complete: complete === 't',
  };
}

/**
 * The same within a group or for one site, as a summary counts: a group's events are merged from
 * its sites, and the count may stop earlier when its time is over (rulings §11.2). Throws
 * `not_found` for a site outside the group.
 */
export async function listTopCodesWithin(
  core: Core,
  reach: Pick<Caller, 'account' | 'group'>,
  siteId: string | undefined,
  days: number,
): Promise<TopCodes> {
  const to = new Date().toISOString().slice(0, 10);
  const from = addDays(to, 1 - days);
  const scope = await scopeOf(core, reach, { site_id: siteId });
  const { rows: counts, end } = await countEvents(
    core,
    scope,
    { from: startOf(from), to: startOf(addDays(to, 1)) - 1 },
    { keyMask: maskOf(['code']), spans: undefined, after: undefined },
  );
  const byCode = new Map<number, number>();
  for (const [, , code, , , , , , , events] of counts)
    if (code !== null) byCode.set(code, (byCode.get(code) ?? 0) + events);
  const codes = [...byCode].map(([code, events]) => ({ code, events }));
  return {
    from,
    to,
    codes: codes.toSorted((a, b) => b.events - a.events || a.code - b.code).slice(0, most),
    counted: codes.reduce((sum, { events }) => sum + events, 0),
    complete: end === undefined,
  };
}

const startOf = (day: string): number => dayNumber(day) * 86_400_000;
