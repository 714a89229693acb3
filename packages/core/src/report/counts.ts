import { limits, severities, type MemberSummary, type Report, type SummaryKey } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import { addDays, daysBetween } from '../ground/day.ts';
import { summarizeAccountEvents, type Further } from '../summary/summarize-events.ts';
import { changesAmong } from './changes.ts';
import type { Days } from './period.ts';

/** Rows of the lists of sites, codes and users. */
const top = 10;

/** What a report counts of: a range of time, both ends inclusive, and perhaps a site or group. */
export type ReportScope = { from: number; to: number; site_id: string | undefined; group_id: string | undefined };

type Counts = Pick<
  Report,
  'events' | 'by_day' | 'by_severity' | 'top_sites' | 'top_codes' | 'top_users' | 'changes' | 'complete'
>;

/**
 * The counts of a report. Each is a summary, one after the other, because an account has few
 * connections: exact from the counters of days, or counted in parts. The counts that are left share
 * the time that is left until `further.until`, and each says how far back it came. `complete` says
 * whether each counted everything, and every code was looked at.
 */
export async function countMonth(
  core: Core,
  caller: Caller,
  asked: ReportScope,
  days: Days,
  further?: Further,
): Promise<Counts> {
  let left = asked.site_id === undefined ? 5 : 4;
  const summarize = (by: SummaryKey[], limit = top, filter: { user_id?: number } = {}): Promise<MemberSummary> => {
    const now = performance.now();
    const share = further && { ...further, until: now + (further.until - now) / left };
    left -= 1;
    return summarizeAccountEvents(core, caller, { ...asked, ...filter, by, limit, tz: 'UTC' }, share);
  };
  const ofDays = await summarize(['day', 'severity']);
  const ofSites = asked.site_id === undefined ? await summarize(['site']) : null;
  const ofCodes = await summarize(['code'], limits.summaryGroups.max);
  const ofUsers = await summarize(['user', 'site'], limits.summaryGroups.max);
  const { matched: withoutUser } = await summarize(['severity'], top, { user_id: 0 });
  const people = ofUsers.counts.filter(({ user_id: id }) => id !== 0).slice(0, top);
  const codes = ofCodes.counts.map(({ code = 0, name, events }) => ({
    code,
    ...(name === undefined ? {} : { name }),
    events,
  }));
  const shown = codes.slice(0, top);
  return {
    events: ofDays.matched,
    by_day: byDay(ofDays, days),
    by_severity: { ...bySeverity(ofDays.counts), counted_back_to: ofDays.counted_back_to },
    top_sites: ofSites && {
      sites: ofSites.counts.map(({ site_id = '', domain, site_name, events }) => ({
        site_id,
        domain,
        site_name,
        events,
      })),
      ...restOf(ofSites),
    },
    top_codes: { codes: shown, ...restOf(ofCodes), other: ofCodes.matched - sum(shown) },
    top_users: {
      users: people.map(({ user_id = 0, username = '', site_id = '', domain, site_name, events }) => ({
        user_id,
        username,
        site_id,
        domain,
        site_name,
        events,
      })),
      without_user: withoutUser,
      ...restOf(ofUsers),
      // Events that arrive between the two counts are in one of them alone.
      other: Math.max(0, ofUsers.matched - sum(people) - withoutUser),
    },
    changes: { ...changesAmong(codes), other: ofCodes.other },
    complete:
      ofCodes.other === 0 &&
      [ofDays, ofCodes, ofUsers, ...(ofSites === null ? [] : [ofSites])].every(({ complete }) => complete),
  };
}

const restOf = ({ other, counted_back_to }: MemberSummary) => ({ other, counted_back_to });
const sum = (groups: readonly { events: number }[]): number => groups.reduce((all, { events }) => all + events, 0);

type Groups = Pick<MemberSummary['counts'][number], 'severity' | 'events'>[];
type BySeverity = Omit<Report['by_severity'], 'counted_back_to'>;

function bySeverity(counts: Groups): BySeverity {
  const of = Object.fromEntries(
    severities.map((severity) => [severity, sum(counts.filter((group) => group.severity === severity))]),
  );
  // Object.fromEntries loses the names of the keys.
  return of as BySeverity;
}

/** Every day of the period, the earliest first. */
function byDay({ counts }: MemberSummary, { from, to }: Days): Report['by_day'] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => {
    const day = addDays(from, at);
    return { day, ...bySeverity(counts.filter((group) => group.day === day)) };
  });
}
