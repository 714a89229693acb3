import type { TopSites } from '@goal/contract';
import { rows } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { today } from '../ground/counters.ts';
import { inReach, type Reach } from './reach.ts';

const most = 10;

/**
 * Reads site by site, so that each read is a range of the counter's key. The last column is the
 * sum over all sites. $3 is one group and $4 one site, or null.
 */
export const topSites = {
  name: 'top sites',
  text: `select (${today} - ($2::int - 1))::text, ${today}::text, t.id::text, t.domain, t.name, t.events, t.total
    from (select 1) always left join (
      select s.no, s.id, s.domain, s.name, a.events, sum(a.events) over ()::bigint as total
      from site s cross join lateral (
        select sum(events)::bigint as events from accepted
        where account = $1 and site = s.no and day between ${today} - ($2::int - 1) and ${today}) a
      where s.account_no = $1 and a.events > 0 and ${inReach('$3', '$4')} order by a.events desc, s.no limit ${most}) t on true
    order by t.events desc, t.no`,
};

type TopSiteRow = [
  from: string,
  to: string,
  ...([string, string, string | null, number, number] | [null, null, null, null, null]),
];

/**
 * The sites that sent most over the last `days` UTC days of arrival, and the sum over all existing
 * sites of the reach.
 */
export async function listTopSites(core: Db, { account, group, site }: Reach, days: number): Promise<TopSites> {
  const values = [account.rowId, days, group?.rowId ?? null, site?.rowId ?? null];
  const found = await rows<TopSiteRow>(core.db.pages, { ...topSites, values });
  const [from = '', to = ''] = found[0] ?? [];
  return {
    from,
    to,
    sites: found.flatMap(([, , site_id, domain, name, events]) =>
      site_id === null ? [] : [{ site_id, domain, name, events }],
    ),
    total: found[0]?.[6] ?? 0,
  };
}
