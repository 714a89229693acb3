import { expect, test } from 'vitest';

import { parseAddress } from '../filters/query/address.ts';
import { dayName, lateness } from '../filters/query/clock.ts';
import { asCurl, fixedLink } from './panel/copies.ts';
import { howFar } from './histogram/how-far.ts';
import { layOut } from './rows/layout.ts';
import { momentsOfSpan, slicesOf } from './histogram/slices.ts';
import { dayMs, divisionOf, momentsOf, movedBy } from '../filters/query/time-range.ts';
import { completionsOf, readTyped } from '../filters/query/typed-words.ts';
import { visibleJson, visibleParts } from './panel/visible-text.ts';

const day = Date.parse('2026-11-23T00:00:00Z');

test('rows of equal height stand below the headings of their days, and a window draws those it shows', () => {
  const times = [day + 5, day, day - 1, day - 2, day - dayMs - 1];
  const layout = layOut(times, { row: 32, heading: 20 }, true);
  expect(times.map((_, index) => layout.topOf(index))).toEqual([0, 32, 84, 116, 168]);
  expect(times.map((_, index) => layout.headingOf(index) !== undefined)).toEqual([false, false, true, false, true]);
  expect(layout.height).toBe(5 * 32 + 2 * 20);
  expect([layout.rowAt(0), layout.rowAt(83), layout.rowAt(116), layout.rowAt(9999)]).toEqual([0, 2, 3, 5]);
  const many = layOut(
    Array.from({ length: 1000 }, () => day),
    { row: 32, heading: 20 },
    true,
  );
  expect(many.rowsIn(320 * 32, 640)).toEqual({ first: 312, end: 348 });
});

test('a histogram of a month has slices of whole UTC days; a shorter one ends now', () => {
  const now = day + 12.5 * 3_600_000;
  expect(momentsOf({ range: '30d' }, now)).toEqual({ from: '2026-10-24T00:00:00.000Z' });
  expect(divisionOf({ range: '30d' }, now, 90)).toEqual({
    from: '2026-10-24T00:00:00.000Z',
    to: '2026-11-23T23:59:59.999Z',
    buckets: 31,
  });
  expect(divisionOf({ range: 'all' }, now, 365)).toMatchObject({ to: '2026-11-23T23:59:59.999Z', buckets: 92 });
  expect(divisionOf({ range: '24h' }, now, 90)).toEqual({
    from: '2026-11-22T12:30:00.000Z',
    to: '2026-11-23T12:30:00.000Z',
    buckets: 60,
  });
  expect(movedBy({ range: '1h' }, -1, now)).toEqual({
    from: '2026-11-23T10:30:00.000Z',
    to: '2026-11-23T11:30:00.000Z',
  });
  expect(movedBy({ range: 'all' }, -1, now)).toEqual({ range: 'all' });
  expect(movedBy({ range: '1h' }, 1, now)).toEqual({ range: '1h' });
});

test('the edges of the slices: an event belongs to the slice it begins, and a dragged span to whole slices', () => {
  const at = (ms: number): string => new Date(day + ms).toISOString();
  const slices = slicesOf({
    from: at(0),
    to: at(99),
    bucket_ms: 30,
    counts: [
      { bucket: at(0), severity: 'low', events: 2 },
      { bucket: at(0), severity: 'high', events: 1 },
      { bucket: at(90), severity: 'low', events: 4 },
    ],
  });
  expect(slices.map(({ start, events }) => [start - day, events])).toEqual([
    [0, 3],
    [30, 0],
    [60, 0],
    [90, 4],
  ]);
  const range = { begin: day, end: day + 100, sliceMs: 30 };
  expect(momentsOfSpan({ start: 0.35, end: 0.35 }, range)).toEqual({ from: at(30), to: at(59) });
  expect(momentsOfSpan({ start: 0.35, end: 0.7 }, range)).toEqual({ from: at(30), to: at(89) });
  expect(momentsOfSpan({ start: 0.95, end: 1 }, range)).toEqual({ from: at(90), to: at(99) });
});

test('typed filters become chips, a minus leaves out, and everything else are words', () => {
  expect(readTyped('failed severity:high,critical -type:login user:"Jo Smith" site:shop at 10:30', {})).toEqual({
    filters: {
      severity: ['high', 'critical'],
      not_event_type: ['login'],
      username: ['Jo Smith'],
      q: ['failed at 10:30'],
    },
    named: [{ name: 'site', text: 'shop' }],
    wrong: [],
  });
  expect(readTyped('-severity:info', { q: ['old'] }).filters).toEqual({
    severity: ['low', 'medium', 'high', 'critical'],
  });
  expect(readTyped('code:x', {}).wrong).toEqual([{ name: 'code', value: 'x' }]);
  expect(readTyped('-site:shop -user_id:5 -ip:192.0.2.1', {})).toEqual({
    filters: {},
    named: [],
    wrong: [
      { name: '-site', value: 'shop' },
      { name: '-user_id', value: '5' },
      { name: '-ip', value: '192.0.2.1' },
    ],
  });
  expect(completionsOf('failed sev')).toEqual(['failed severity:']);
  expect(completionsOf('-severity:c')).toEqual(['-severity:critical']);
});

test('a histogram of a year has slices of whole UTC days too, so that each event is counted, and leaves out no moment', () => {
  const now = day + 12.5 * 3_600_000;
  const year = { from: '2025-11-23T00:00:00.000Z', to: '2026-11-22T23:59:59.999Z' };
  for (const [time, kept] of [
    ...[90, 120, 121, 365, 400].map((days) => [{ range: 'all' } as const, days] as const),
    [{ from: '2025-01-01T00:00:00.000Z', to: '' }, 400],
    [{ from: '', to: year.to }, 365],
    [year, 400],
  ] as const) {
    const { from, to = '', buckets } = divisionOf(time, now, kept);
    const length = Date.parse(to) + 1 - Date.parse(from);
    expect([(length / buckets) % dayMs, buckets <= 120, Date.parse(from) % dayMs]).toEqual([0, true, 0]);
    const asked = 'range' in time ? { from: '', to: '' } : time;
    expect(from <= (asked.from || new Date(now - kept * dayMs).toISOString())).toBe(true);
    expect(to >= (asked.to || new Date(now).toISOString())).toBe(true);
  }
  // Where both ends are given they stay, whatever that means for the slices.
  expect(divisionOf(year, now, 400)).toEqual({ ...year, buckets: 73 });
  const prime = { from: '2026-01-01T00:00:00.000Z', to: '2026-05-07T23:59:59.999Z' };
  expect(divisionOf(prime, now, 400)).toEqual({ ...prime, buckets: 60 });
});

test('characters that hide or reorder text are shown by their names, and nothing is lost', () => {
  const text = 'a\u202Egpj.exe\u0007 שלום 👩‍👩‍👧 é\u200B\n';
  const parts = visibleParts(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap(({ name }) => name ?? [])).toEqual(['U+202E', 'U+0007', 'U+200B']);
});

test('JSON of an event reads as what it is: what hides or reorders text is escaped, and nothing is lost', () => {
  const event = { message: 'a\u202Egpj.exe\u0007\u2028 שלום \u{E0041}\n', id: 7, none: null };
  const json = visibleJson(event);
  expect(json).toContain(String.raw`a\u202egpj.exe\u0007\u2028 שלום \udb40\udc41\n`);
  expect(JSON.parse(json)).toEqual(event);
});

test('how late an event was stored, in the unit that says most', () => {
  expect([400, 90_000, 150_000, 7_200_000, 3 * dayMs, -1500].map(lateness)).toEqual([
    'stored 0.4 s later',
    'stored 90.0 s later',
    'stored 3 minutes later',
    'stored 2 hours later',
    'stored 3 days later',
    'stored 1.5 s before that, by our clock',
  ]);
});

test('the histogram says since when it counts where the question has no beginning, and how far back it counted', () => {
  const whole = { matched: 1204, looked_at: 0, counted_back_to: null, complete: true };
  const day = (at: string): string => at.slice(0, 10);
  expect(howFar(whole, day)).toBe('1,204 events');
  expect(howFar(whole, day, '2026-08-24T00:00:00.000Z')).toBe('1,204 events since 2026-08-24');
  const part = { ...whole, looked_at: 20_000, counted_back_to: '2026-11-03T14:02:00.000Z', complete: false };
  expect(howFar(part, day, '2026-08-24T00:00:00.000Z')).toBe('1,204 in the newest 20,000 · counted back to 2026-11-03');
});

test('the heading of a day says that it is today or yesterday', () => {
  const nameOf = (ms: number): string => dayName(ms, { isUtc: true }, day + 3_600_000);
  expect(nameOf(day)).toMatch(/^Today, .*23/);
  expect(nameOf(day - 1)).toMatch(/^Yesterday, .*22/);
  expect(nameOf(day - dayMs - 1)).toMatch(/^(?!Yesterday|2 days).*21/);
});

test('a link to these moments keeps the filters and the open event, and the address of a command is one word', () => {
  const stateOf = (search: string) => parseAddress(new URLSearchParams(search));
  const askedAt = day + 3_600_000;
  expect(fixedLink(stateOf('range=1h&q=deleted&event=7'), { page: 'https://goal.example/a/1/log', askedAt })).toBe(
    'https://goal.example/a/1/log?q=deleted&from=2026-11-23T00:00:00.000Z&to=2026-11-23T01:00:00.000Z&event=7',
  );
  expect(asCurl(stateOf('range=all&object=$(id)&code=7'), { api: 'https://api.example', askedAt })).toBe(
    `curl -H "Authorization: Bearer $GOAL_KEY" 'https://api.example/account/events?code=7&object=%24%28id%29'`,
  );
});
