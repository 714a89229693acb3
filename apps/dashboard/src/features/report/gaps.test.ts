import type { Report } from '@goal/contract';
import { formatUtcDay, formatUtcMoment } from '@goal/ui/text/time.tsx';
import { expect, test } from 'vitest';

import { emptyDays, gapsOf } from './gaps.ts';
import { choiceOf, latestMonths } from './months.ts';

const none = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };
const period = { month: '2026-10', from: '2026-10-01', to: '2026-10-05', kept_from: '2026-10-01' };
const counted = { other: 0, counted_back_to: null };
const report: Report = {
  brand: null,
  period,
  site: null,
  group: null,
  events: 0,
  by_day: [],
  by_severity: { ...none, counted_back_to: null },
  top_sites: { sites: [], ...counted },
  top_codes: { codes: [], ...counted },
  top_users: { users: [], without_user: 0, ...counted },
  changes: { users: [], plugins: [], settings: [], other: 0 },
  notable: { events: [], more: 0, searched_back_to: null },
  silences: { sites: [], more: 0, complete: true },
  complete: true,
};

test('R§10.37 a report says what it does not count, and nothing where it counts everything', () => {
  expect(gapsOf(report)).toEqual([]);
  expect(gapsOf({ ...report, period: { ...period, kept_from: null } })).toEqual([
    'Events of this period are older than the plan keeps them.',
  ]);
  const backTo = '2026-10-03T14:02:11.000Z';
  // In the locale of the machine.
  expect(formatUtcMoment(backTo)).toMatch(/3.*2026.*(0?2|14):02.*UTC/);
  expect(
    gapsOf({
      ...report,
      period: { ...period, kept_from: '2026-10-02' },
      top_codes: { ...report.top_codes, counted_back_to: backTo },
      changes: { ...report.changes, other: 12 },
      silences: { ...report.silences, complete: false },
      notable: { ...report.notable, searched_back_to: backTo },
    }),
  ).toEqual([
    `Events from before ${formatUtcDay('2026-10-02')} are older than the plan keeps them.`,
    `«What happened, and changes» counts the newest events alone, back to ${formatUtcMoment(backTo)}.`,
    '«Changes» looks at the 200 most frequent kinds of events; 12 events are of others.',
    '«What was not recorded» looks at 10,000 sites alone.',
    `High and critical events were searched back to ${formatUtcMoment(backTo)}.`,
  ]);
});

test('R§10.37 days without any event are told as ranges, those that the plan no longer keeps are not', () => {
  const by_day = [0, 0, 4, 0, 0].map((info, at) => ({ day: `2026-10-0${at + 1}`, ...none, info }));
  const [first, second, fourth, fifth] = [1, 2, 4, 5].map((at) => formatUtcDay(`2026-10-0${at}`));
  expect(emptyDays({ by_day, period })).toEqual({
    count: 4,
    ranges: [`${first} to ${second}`, `${fourth} to ${fifth}`],
  });
  expect(emptyDays({ by_day, period: { ...period, kept_from: '2026-10-02' } })).toEqual({
    count: 3,
    ranges: [second, `${fourth} to ${fifth}`],
  });
  expect(emptyDays({ by_day, period: { ...period, kept_from: null } })).toEqual({ count: 0, ranges: [] });
});

test('R§10.37 the page opens on the last whole month unless its address names one that has begun', () => {
  const now = Date.parse('2026-01-31T23:59:59Z');
  expect(latestMonths(now, 3)).toEqual(['2026-01', '2025-12', '2025-11']);
  const month = (query: string) => choiceOf(new URLSearchParams(query), now).month;
  expect(['', 'month=2026-02', 'month=2025-13', 'month=x'].map(month)).toEqual(Array(4).fill('2025-12'));
  expect(month('month=2026-01')).toBe('2026-01');
});
