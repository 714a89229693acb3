import type { InspectedSite, SilentSites } from '@goal/contract';
import { rows } from '@goal/db';

import type { Caller } from '../ground/caller.ts';
import type { Core } from '../core.ts';
import type { SiteRef } from '../ground/find-site.ts';
import { today } from '../ground/counters.ts';
import { judgeSilence, silenceRule, type Silence } from './silence.ts';

/** Most sites that are judged and listed: those that fell silent last. */
const sitesMax = { shown: 100, judged: 10_000 };

/**
 * Active sites whose last day with events was more than two days ago, latest first, with their
 * days of the 60 up to it. Paused and revoked sites are refused, not silent. $2 is one site, or
 * null for all.
 */
export const quietSites = {
  name: 'quiet sites',
  text: `select ${today}::text, q.id::text, q.domain, q.name, q.day::text, d.ages
    from (
      select s.no, s.id, s.domain, s.name, l.day
      from site s cross join lateral (
        select day from accepted where account = $1 and site = s.no order by account desc, site desc, day desc limit 1) l
      where s.account_no = $1 and s.status = 'active' and ($2::int is null or s.no = $2)
        and l.day < ${today} - ${silenceRule.least}
      order by l.day desc, s.no desc limit ${sitesMax.judged}) q
    cross join lateral (
      select string_agg((q.day - day)::text, ',') as ages from accepted
      where account = $1 and site = q.no and day > q.day - ${silenceRule.gapWindow} and day <= q.day) d
    order by q.day desc, q.no desc`,
};

type Row = [today: string, id: string, domain: string, name: string | null, lastDay: string, ages: string];

const silenceIn = ([now, , , , lastDay, ages]: Row): Silence | null =>
  judgeSilence(lastDay, ages.split(',').map(Number), now);

/** The account's regular sites that have gone silent, latest first. */
export async function listSilentSites(core: Core, { account }: Pick<Caller, 'account'>): Promise<SilentSites> {
  const found = await rows<Row>(core.db.pages, { ...quietSites, values: [account.rowId, null] });
  const sites = found.flatMap((row) => {
    const [, site_id, domain, name] = row;
    const silence = silenceIn(row);
    return silence === null ? [] : [{ site_id, domain, name, ...silence }];
  });
  return { sites: sites.slice(0, sitesMax.shown), total: sites.length };
}

/** Judges one site by the same rule; null if it is not silent. */
export async function silenceOf(
  core: Core,
  { account }: Pick<Caller, 'account'>,
  site: SiteRef,
): Promise<InspectedSite['silence']> {
  const [row] = await rows<Row>(core.db.pages, { ...quietSites, values: [account.rowId, site.rowId] });
  return row === undefined ? null : silenceIn(row);
}
