import { limits, type Report, type ReportedSilence } from '@goal/contract';
import { rows } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { addDays, dayNumber } from '../ground/day.ts';
import { judgeSilence, silenceRule } from '../stats/silence.ts';
import type { Days } from './period.ts';

const most = limits.reportedSilences;

/** The sites of a report by row ids: one site, one group, or both null for the account. */
export type SitesOfReport = { account: number; site: number | null; group: number | null };

/**
 * The days with accepted events of each active site, in the period $4 to $5 and in the 60 days up
 * to the last one before it, as numbers of days since $4.
 */
export const daysOfSites = {
  name: 'days with events of sites',
  text: `select s.id::text, s.domain, s.name, d.days
    from site s
    left join lateral (
      select day from accepted where account = $1 and site = s.no and day < $4::date
      order by account desc, site desc, day desc limit 1) l on true
    cross join lateral (
      select string_agg((day - $4::date)::text, ',' order by day) as days from accepted
      where account = $1 and site = s.no
        and day > coalesce(l.day, $4::date) - ${silenceRule.gapWindow} and day <= $5::date) d
    where s.account_no = $1 and s.status = 'active' and ($2::int is null or s.group_no = $2)
      and ($3::int is null or s.no = $3) and d.days is not null
    limit ${most.sites + 1}`,
};

type DaysRow = [site_id: string, domain: string, name: string | null, days: string];

/**
 * The days of a period on which sites recorded nothing that usually record something, the longest
 * silence first. Each silence is judged by the rule of silent sites as it stood on its last day.
 * `complete` is false if there are more sites than a report judges.
 */
export async function findSilences(
  core: Db,
  { account, site, group }: SitesOfReport,
  period: Days,
): Promise<Report['silences']> {
  const found = await rows<DaysRow>(core.db.pages, {
    ...daysOfSites,
    values: [account, group, site, period.from, period.to],
  });
  const all = found
    .slice(0, most.sites)
    .flatMap(([site_id, domain, name, days]) =>
      silencesIn(days.split(',').map(Number), period).map((silence) => ({
        site_id,
        domain,
        ...(name === null ? {} : { site_name: name }),
        ...silence,
      })),
    )
    .toSorted((a, b) => b.days - a.days || (a.from < b.from ? -1 : 1));
  return {
    sites: all.slice(0, most.shown),
    more: Math.max(0, all.length - most.shown),
    complete: found.length <= most.sites,
  };
}

type PastSilence = Omit<ReportedSilence, 'site_id' | 'domain' | 'site_name'>;

/** `days`: those with events, ascending, as numbers of days since the period began. */
export function silencesIn(days: readonly number[], { from, to }: Days): PastSilence[] {
  const last = dayNumber(to) - dayNumber(from);
  return days.flatMap((day, place) => {
    const end = (days[place + 1] ?? last + 1) - 1;
    const begin = Math.max(day + 1, 0);
    // Most gaps are short, and a reseller may have thousands of sites.
    if (end < begin || end - day <= silenceRule.least) return [];
    const ages = days.slice(0, place + 1).map((one) => day - one);
    const silence = judgeSilence(addDays(from, day), ages, addDays(from, end));
    if (silence === null) return [];
    const { usual_gap_days } = silence;
    return [{ from: addDays(from, begin), to: addDays(from, end), days: end - begin + 1, usual_gap_days }];
  });
}
