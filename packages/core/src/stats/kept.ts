import { DomainError, type Activity } from '@goal/contract';
import { rows } from '@goal/db';

import type { Caller } from '../ground/caller.ts';
import type { Core } from '../core.ts';
import type { SiteRef } from '../ground/find-site.ts';
import { deletableOn, type RetentionCut } from '../ground/grace.ts';
import { keptBy } from '../ground/counters.ts';

/**
 * How many events of an account or of one of its sites are kept, and until when: from the
 * counters. A site's own retention applies to its events, the plan's to the account, both with the
 * grace period of a retention that became shorter. A reseller's events are kept for ever (rulings
 * §9.2). Throws `not_found`.
 */
export async function keptOf(
  core: Core,
  { account }: Pick<Caller, 'account'>,
  site?: SiteRef,
): Promise<Activity['kept']> {
  const statement =
    site === undefined
      ? { ...keptBy.account, values: [account.rowId] }
      : { ...keptBy.site, values: [account.rowId, site.rowId] };
  const [found, retention] = await Promise.all([
    rows<[number, string | null]>(core.db.pages, statement),
    retentionOf(core, account.rowId, site),
  ]);
  const [events, oldest] = found[0] ?? [0, null];
  return { events, oldest_day: oldest, kept_until: keptUntil(oldest, retention) };
}

/** The first UTC day on which retention may delete events of that day; null: it never may. */
export function keptUntil(day: string | null, retention: KeptRetention | 'for ever'): string | null {
  return day === null || retention === 'for ever' ? null : deletableOn(day, retention);
}

type KeptRetention = Parameters<typeof deletableOn>[1];

/** How long events of an account, or of one of its sites, are kept. Throws `not_found`. */
export async function retentionOf(
  { db, settings }: Core,
  accountRowId: number,
  site?: SiteRef,
): Promise<KeptRetention | 'for ever'> {
  const graceDays = settings.retentionGraceDays;
  const [figures, cuts] = await Promise.all([
    db.work.query<{ is_reseller: boolean; retention_days: number }>(figure, [accountRowId, site?.rowId ?? null]),
    db.work.query<RetentionCut>(cutsInGrace, [accountRowId, site?.rowId ?? null, graceDays]),
  ]);
  const [row] = figures.rows;
  if (row === undefined) throw new DomainError('not_found');
  return row.is_reseller ? 'for ever' : { retentionDays: row.retention_days, cuts: cuts.rows, graceDays };
}

const figure = `select a.is_reseller, coalesce(s.retention_days, p.retention_days) as retention_days
  from account a join plan p on p.slug = a.plan left join site s on s.account_no = a.no and s.no = $2 where a.no = $1`;

/**
 * The latest cut of each former retention: a change of plan cuts site by site, milliseconds apart.
 */
const cutsInGrace = `select max((c.at at time zone 'utc')::date)::text as day, c.former_days as "formerDays"
  from site s join retention_cut c on c.site_no = s.no
  where s.account_no = $1 and ($2::int is null or s.no = $2) and c.at > now() - $3::int * interval '1 day'
  group by c.former_days`;
