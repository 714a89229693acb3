import type { SilentSites } from '@goal/contract';
import { rows } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { today } from '../ground/counters.ts';
import { inReach, type Reach } from './reach.ts';
import { judgeSilence, silenceRule, type Silence } from './silence.ts';

/** Most sites that are judged and listed: those that fell silent last. */
const sitesMax = { shown: 100, judged: 10_000 };

/** The last day with events of the site `no`, if it was more than two days ago. */
const lastQuietDay = (no: string, account = '$1'): string => `(
  select day from (
    select day from accepted where account = ${account} and site = ${no} order by account desc, site desc, day desc limit 1) l
  where day < ${today} - ${silenceRule.least})`;

/** The days with events of the 60 up to the last one, as ages: `q` has `no` and `day`. */
const agesOf = (account = '$1'): string => `(select string_agg((q.day - day)::text, ',') as ages from accepted
  where account = ${account} and site = q.no and day > q.day - ${silenceRule.gapWindow} and day <= q.day)`;

/**
 * Active sites whose last day with events was more than two days ago, latest first. Paused and
 * revoked sites are refused, not silent. $2 is one group and $3 one site, or null.
 */
export const quietSites = {
  name: 'quiet sites',
  text: `select ${today}::text, q.day::text, d.ages, q.no, q.group_no, q.id::text, q.domain, q.name
    from (
      select s.no, s.group_no, s.id, s.domain, s.name, l.day
      from site s cross join lateral ${lastQuietDay('s.no')} l
      where s.account_no = $1 and s.status = 'active' and ${inReach('$2', '$3')}
      order by l.day desc, s.no desc limit ${sitesMax.judged}) q
    cross join lateral ${agesOf()} d
    order by q.day desc, q.no desc`,
};

/** The same for the sites $2, whose status the caller knows. */
export const quietAmong = {
  name: 'quiet among sites',
  text: `select ${today}::text, q.day::text, d.ages, q.no
    from (select s.no, l.day from unnest($2::int[]) s(no) cross join lateral ${lastQuietDay('s.no')} l) q
    cross join lateral ${agesOf()} d`,
};

/** The same for the active sites of the accounts above $1 up to $2. */
export const quietOfAccounts = {
  name: 'quiet sites of accounts',
  text: `select ${today}::text, q.day::text, d.ages, q.no
    from (select s.no, s.account_no, l.day from site s cross join lateral ${lastQuietDay('s.no', 's.account_no')} l
      where s.account_no > $1 and s.account_no <= $2 and s.status = 'active') q
    cross join lateral ${agesOf('q.account_no')} d`,
};

/** A quiet site: today, its last day with events, the ages of such days, and its row id. */
export type JudgedSite = [today: string, lastDay: string, ages: string, no: number];
type QuietRow = [...JudgedSite, groupRowId: number | null, id: string, domain: string, name: string | null];

/** Whether a quiet site is silent. */
export const silenceIn = ([now, lastDay, ages]: JudgedSite | QuietRow): Silence | null =>
  judgeSilence(lastDay, ages.split(',').map(Number), now);

type SilentSite = { rowId: number; groupRowId: number | null; shown: SilentSites['sites'][number] };

/** The regular sites of the reach that have gone silent, latest first. */
export async function findSilentSites(core: Db, { account, group, site }: Reach): Promise<SilentSite[]> {
  const values = [account.rowId, group?.rowId ?? null, site?.rowId ?? null];
  const found = await rows<QuietRow>(core.db.pages, { ...quietSites, values });
  return found.flatMap((row) => {
    const [, , , rowId, groupRowId, site_id, domain, name] = row;
    const silence = silenceIn(row);
    return silence === null ? [] : [{ rowId, groupRowId, shown: { site_id, domain, name, ...silence } }];
  });
}

/** The first of them, as they are shown. */
export async function listSilentSites(core: Db, reach: Reach): Promise<SilentSites> {
  const sites = await findSilentSites(core, reach);
  return { sites: sites.slice(0, sitesMax.shown).map(({ shown }) => shown), total: sites.length };
}

/** Judges a page of the account's sites by the same rule. Sites that are not silent are absent. */
export async function silencesOf(
  core: Db,
  { account }: Pick<Caller, 'account'>,
  sites: readonly { rowId: number; status: string }[],
): Promise<Map<number, Silence>> {
  const active = sites.flatMap(({ rowId, status }) => (status === 'active' ? [rowId] : []));
  if (active.length === 0) return new Map();
  const found = await rows<JudgedSite>(core.db.pages, { ...quietAmong, values: [account.rowId, active] });
  return new Map(
    found.flatMap((row): [number, Silence][] => {
      const silence = silenceIn(row);
      return silence === null ? [] : [[row[3], silence]];
    }),
  );
}
