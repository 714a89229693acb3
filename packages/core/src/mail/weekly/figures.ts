import { accountEventsQuery, accountSummaryQuery, severities, type Severity } from '@goal/contract';

import type { Core } from '../../core.ts';
import { listAccountEvents } from '../../event/read/list-account-events.ts';
import type { Caller } from '../../ground/caller.ts';
import { addDays } from '../../ground/day.ts';
import { findSilentSites } from '../../stats/silent-sites.ts';
import { summarizeAccountEvents } from '../../summary/summarize-events.ts';

/** How many of each kind a mail names. */
const shown = { codes: 5, silent: 4, texts: 4 } as const;

/** A number of events; `atLeast`: not all were counted. */
export type Counted = { events: number; atLeast: boolean };

/** What a weekly summary tells of seven UTC days. */
export type WeeklyFigures = {
  from: string;
  to: string;
  all: Counted;
  before: Counted;
  /** The worst first. */
  severities: readonly { severity: Severity; events: number }[];
  /** The most frequent ones, among the newest `lookedAt` events; null: among all. */
  codes: { lookedAt: number | null; counts: readonly { code: number; name: string | undefined; events: number }[] };
  silent: { total: number; sites: readonly { domain: string; sentence: string }[] };
  /** The newest critical and high events; undefined: the person wants no texts. */
  texts: readonly { at: string; domain: string; code: number; message: string }[] | undefined;
};

type FiguresReader = Pick<Caller, 'account' | 'group'>;

/**
 * Reads the figures of seven UTC days within a member's reach, one question after the other: all
 * of them look at a bounded number of events.
 */
export async function weeklyFigures(
  core: Core,
  reader: FiguresReader,
  { from, to, withTexts }: { from: string; to: string; withTexts: boolean },
): Promise<WeeklyFigures> {
  const week = rangeOf(from, to);
  const bySeverity = await summarizeAccountEvents(
    core,
    reader,
    accountSummaryQuery.parse({ ...week, by: 'severity', limit: severities.length }),
  );
  const before = await summarizeAccountEvents(
    core,
    reader,
    accountSummaryQuery.parse({ ...rangeOf(addDays(from, -7), addDays(to, -7)), by: 'severity' }),
  );
  const byCode = await summarizeAccountEvents(
    core,
    reader,
    accountSummaryQuery.parse({ ...week, by: 'code', limit: shown.codes }),
  );
  const silent = await findSilentSites(core, reader);
  return {
    from,
    to,
    all: { events: bySeverity.matched, atLeast: !bySeverity.complete },
    before: { events: before.matched, atLeast: !before.complete },
    severities: severities.toReversed().map((severity) => ({
      severity,
      events: bySeverity.counts.find((one) => one.severity === severity)?.events ?? 0,
    })),
    codes: {
      lookedAt: byCode.complete ? null : byCode.looked_at,
      counts: byCode.counts.map(({ code = 0, name, events }) => ({ code, name, events })),
    },
    silent: {
      total: silent.length,
      sites: silent.slice(0, shown.silent).map(({ shown: { domain, sentence } }) => ({ domain, sentence })),
    },
    texts: withTexts ? await worstEvents(core, reader, week) : undefined,
  };
}

/** Whole days, which the counters of days can answer. */
const rangeOf = (from: string, to: string) => ({ from, to: `${to}T23:59:59.999Z` });

async function worstEvents(
  core: Core,
  reader: FiguresReader,
  week: { from: string; to: string },
): Promise<NonNullable<WeeklyFigures['texts']>> {
  const { events } = await listAccountEvents(
    core,
    reader,
    accountEventsQuery.parse({ ...week, severity: ['critical', 'high'], limit: shown.texts }),
  );
  return events.map(({ occurred_at: at, domain = '', code, message }) => ({ at, domain, code, message }));
}
