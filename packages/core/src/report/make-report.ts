import { DomainError, limits, type Report, type ReportQuery } from '@goal/contract';
import { withAllowance } from '@goal/db';

import { lastingAllowance } from '../ground/request-allowance.ts';
import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { brandOf } from '../brand/brand.ts';
import type { Member } from '../event/read/member-events.ts';
import { scopeOf } from '../event/read/scope-of-query.ts';
import { searchAccountEvents, searchOnBounds } from '../event/read/search-on.ts';
import type { Caller } from '../ground/caller.ts';
import { dayNumber } from '../ground/day.ts';
import { findGroup } from '../group/find-group.ts';
import { countMonth, type ReportScope } from './counts.ts';
import { daysOfMonth, keptFrom, type Days } from './period.ts';
import { findSilences } from './silences.ts';

const dayMs = 86_400_000;
/** How long the search for notable events goes on, in milliseconds. */
const searchBounds = { ...searchOnBounds, timeoutMs: 1000 };
/** How long the counts of a report go on together, in ms: with that search it is ten seconds. */
const countMs = 9000;

/** A member who asks for a report, how to judge them again, and when they have left. */
type ReportReader = Pick<Member, 'caller' | 'membership'> & {
  revalidate: () => Promise<{ caller: Caller }>;
  signal: AbortSignal | undefined;
};

/**
 * dashboard.report: what happened in one UTC month in the account, in one of its groups or on one
 * of its sites (rulings §10.37). Counts are summaries, and events are those of the list. Throws
 * «invalid month» for a month that has not begun, and `not_found` for a site or group that the
 * member may not see.
 */
export async function makeReport(core: Core, reader: ReportReader, query: ReportQuery): Promise<Report> {
  const days = daysOfMonth(query.month);
  const { caller, signal } = reader;
  // As in an export, each statement is bounded, not their sum.
  const allowance = lastingAllowance(caller.account.rowId, signal);
  return withAllowance(allowance, () => compose(core, reader, query, days));
}

async function compose(core: Core, reader: ReportReader, query: ReportQuery, days: Days): Promise<Report> {
  const { caller, membership, revalidate } = reader;
  const { site, group } = await subjectOf(core, reader, query);
  const from = dayNumber(days.from) * dayMs;
  const to = (dayNumber(days.to) + 1) * dayMs - 1;
  const asked = { from, to, site_id: query.site_id, group_id: query.group_id };
  const further = query.quick === true ? undefined : { until: performance.now() + countMs, revalidate };
  const { complete, ...counts } = await countMonth(core, caller, asked, days, further);
  const notable = await findNotable(core, reader, asked);
  const silences = await findSilences(
    core,
    { account: caller.account.rowId, site: site?.rowId ?? null, group: group?.rowId ?? null },
    days,
  );
  const kept_from = await keptFrom(core, caller.account, site, days);
  const { high, critical } = counts.by_severity;
  return {
    brand: await brandOf(core, membership.account),
    period: { month: query.month, ...days, kept_from },
    site: site && { site_id: site.id, domain: site.domain, site_name: site.name ?? undefined },
    group: group && { id: group.id, name: group.name },
    ...counts,
    notable: { ...notable, more: Math.max(0, high + critical - notable.events.length) },
    silences,
    complete: complete && silences.complete && notable.searched_back_to === null && kept_from === days.from,
  };
}

/** The newest events of high and critical severity. */
async function findNotable(
  core: Core,
  { caller, membership, revalidate, signal }: ReportReader,
  asked: ReportScope,
): Promise<Omit<Report['notable'], 'more'>> {
  const { events, searched_back_to } = await searchAccountEvents(
    core,
    caller,
    { ...asked, severity: ['high', 'critical'], limit: limits.pageSize.max },
    {
      revalidate: async () => (await revalidate()).caller,
      signal,
      // The owner's switch hides addresses from reports, whoever reads them (rulings §11.5).
      withIp: !membership.account.hidesIp,
    },
    searchBounds,
  );
  // A full page has more, and yet is all that a report shows.
  return { events, searched_back_to: events.length === limits.pageSize.max ? null : searched_back_to };
}

type Subject = {
  site: { rowId: number; id: string; domain: string; name: string | null } | null;
  group: { rowId: number; id: string; name: string } | null;
};

/** What the report is about, judged as in every list. Throws `not_found`. */
async function subjectOf(core: Db, { caller, membership }: ReportReader, query: ReportQuery): Promise<Subject> {
  const { prisma } = core.db;
  const accountRowId = caller.account.rowId;
  await scopeOf(core, caller, query);
  const group =
    query.group_id === undefined ? (membership.group ?? null) : await findGroup(prisma, accountRowId, query.group_id);
  if (query.site_id === undefined) return { site: null, group };
  const site = await prisma.site.findFirst({
    where: { id: query.site_id, accountRowId },
    select: { rowId: true, id: true, domain: true, name: true },
  });
  if (site === null) throw new DomainError('not_found');
  return { site, group };
}
