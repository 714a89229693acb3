import { expect, test } from 'vitest';

import type { FilterName } from '../../filters/query/filters.ts';
import { bestFirst, countGains, gainText, noGainText, waysOf } from './gains.ts';
import { inTurn } from '../../filters/feed/in-turn.ts';

test('the filter to take off first is the one without which most is found; one that changes nothing is not named, and one that was not counted stands last', () => {
  const gains = [
    { name: 'q', matched: 0, complete: true },
    { name: 'event_type', matched: undefined, complete: false },
    { name: 'severity', matched: 3, complete: true },
    { name: 'user_id', matched: 0, complete: false },
    { name: 'site', matched: 20, complete: false },
  ] as const;
  expect(bestFirst(gains).map(({ name }) => name)).toEqual(['site', 'severity', 'event_type', 'user_id']);
  expect(bestFirst(gains.slice(0, 1))).toEqual([]);
});

test.each([
  [3, true, ': 3 events'],
  [1, false, ': at least 1 event'],
  [0, false, ''],
  [undefined, false, ''],
] as const)('%s events counted (to the end: %s) are said as «%s»', (matched, complete, text) => {
  expect(gainText({ matched, complete })).toBe(text);
});

test('several filters are named only where there are several', () => {
  expect(noGainText(1)).not.toContain('several');
  expect(noGainText(2)).toContain('take several off');
});

/** Counts in turn, as the page does; a count of undefined fails. */
const counting =
  (signal: AbortSignal, counts: Partial<Record<FilterName, number>>, asked: string[] = []) =>
  (name: FilterName) =>
    inTurn(signal, async () => {
      asked.push(name);
      const matched = counts[name];
      if (matched === undefined) throw new Error('service unavailable');
      return { matched, complete: true };
    });

test('a count that fails tells no number and stands last; the counts behind it go on', async () => {
  const names = ['q', 'severity', 'site', 'code'] as const;
  const { signal } = new AbortController();
  const gains = await countGains(names, signal, counting(signal, { severity: 0, site: 3, code: 20 }));
  expect(waysOf(names, gains)).toEqual([
    { name: 'code', text: 'Take «code» off first: 20 events', isFirst: true },
    { name: 'site', text: 'Without «site»: 3 events', isFirst: false },
    { name: 'q', text: 'Without «message»', isFirst: false },
  ]);
});

test('where every count fails each filter can still be taken off, and none is said to come first or to change nothing', async () => {
  const names = ['severity', 'code'] as const;
  const { signal } = new AbortController();
  const gains = await countGains(names, signal, counting(signal, {}));
  expect(waysOf(names, gains)).toEqual(waysOf(names, undefined));
  expect(waysOf(names, gains).map(({ text, isFirst }) => [text, isFirst])).toEqual([
    ['Without «severity»', false],
    ['Without «code»', false],
  ]);
});

test('a filter whose only rival failed to be counted comes first with its own number', async () => {
  const { signal } = new AbortController();
  const gains = await countGains(['q', 'code'], signal, counting(signal, { code: 1 }));
  expect(waysOf([], gains).map(({ text }) => text)).toEqual(['Take «code» off first: 1 event', 'Without «message»']);
});

test('counts that nobody wants any more end, and the rest is not asked', async () => {
  const asked: string[] = [];
  const left = new AbortController();
  const count = counting(left.signal, { q: 1, code: 2 }, asked);
  const counts = countGains(['q', 'code'], left.signal, (name) => count(name).finally(() => left.abort()));
  await expect(counts).rejects.toThrow('aborted');
  expect(asked).toEqual(['q']);
});
