import { limits, type Report } from '@goal/contract';
import { totalOf } from '@goal/ui/charts/geometry.ts';
import { formatUtcDay, formatUtcMoment } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';

/** How far back each count of a report came that did not reach the beginning. */
export const backToOf = ({ by_severity, top_sites, top_codes, top_users }: Report): string[] =>
  [by_severity, top_sites, top_codes, top_users].flatMap((count) => count?.counted_back_to ?? []);

export const isCountedInPart = (report: Report): boolean => backToOf(report).length > 0;

/** What a report does not count, in sentences; none for a report that counts everything. */
export function gapsOf(report: Report): string[] {
  const { period, by_severity: severities, top_sites: sites, top_codes: codes, top_users: users } = report;
  const { changes, notable, silences } = report;
  const counted = [
    ['Days and severities', severities.counted_back_to],
    ['Sites', sites?.counted_back_to ?? null],
    ['What happened, and changes', codes.counted_back_to],
    ['Who did most', users.counted_back_to],
  ] as const;
  return [
    ...(period.kept_from === null
      ? ['Events of this period are older than the plan keeps them.']
      : period.kept_from === period.from
        ? []
        : [`Events from before ${formatUtcDay(period.kept_from)} are older than the plan keeps them.`]),
    ...counted.flatMap(([what, backTo]) =>
      backTo === null ? [] : [`«${what}» counts the newest events alone, back to ${formatUtcMoment(backTo)}.`],
    ),
    ...(changes.other === 0
      ? []
      : [
          `«Changes» looks at the ${limits.summaryGroups.max} most frequent kinds of events; ${countOf(changes.other, 'event is', 'events are')} of others.`,
        ]),
    ...(silences.complete
      ? []
      : [`«What was not recorded» looks at ${formatNumber(limits.reportedSilences.sites)} sites alone.`]),
    ...(notable.searched_back_to === null
      ? []
      : [`High and critical events were searched back to ${formatUtcMoment(notable.searched_back_to)}.`]),
  ];
}

/** The days of a report on which nothing was recorded at all: how many, and their ranges. */
export function emptyDays({ by_day: days, period }: Pick<Report, 'by_day' | 'period'>): {
  count: number;
  ranges: string[];
} {
  const { kept_from: from } = period;
  const ranges: { first: string; last: string }[] = [];
  let count = 0;
  let isOpen = false;
  for (const counts of days) {
    const isEmpty = from !== null && counts.day >= from && totalOf(counts) === 0;
    const open = ranges.at(-1);
    if (isEmpty && isOpen && open !== undefined) open.last = counts.day;
    else if (isEmpty) ranges.push({ first: counts.day, last: counts.day });
    if (isEmpty) count += 1;
    isOpen = isEmpty;
  }
  const shown = ({ first, last }: { first: string; last: string }): string =>
    first === last ? formatUtcDay(first) : `${formatUtcDay(first)} to ${formatUtcDay(last)}`;
  return { count, ranges: ranges.map(shown) };
}
