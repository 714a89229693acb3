import type { FoundAccountEvent } from '@goal/contract';
import { expect, test, vi } from 'vitest';

import { type Answer, Feed, pageSize } from './feed.ts';

const event = (id: number): FoundAccountEvent => ({
  id,
  occurred_at: new Date(id * 1000).toISOString(),
  code: 1000,
  severity: 'info',
  object: 'post',
  event_type: 'modified',
  user_id: 0,
  username: '',
  message: `event ${id}`,
  site_id: 'a',
});

const answer = (ids: readonly number[], next = ''): Answer => ({
  events: ids.map(event),
  next_cursor: next,
  searched_back_to: next === '' ? null : '2026-01-31T12:00:00.000Z',
});

/**
 * A list of this many events, newest first, whose cursors are places in it; counts the questions.
 */
function feedOf(count: number) {
  const asked: string[] = [];
  const feed = new Feed(async (cursor) => {
    asked.push(cursor);
    const start = Number(cursor);
    const ids = Array.from({ length: Math.min(pageSize, count - start) }, (_, n) => count - start - n);
    return answer(ids, start + pageSize < count ? String(start + pageSize) : '');
  }, vi.fn<() => void>());
  return { feed, asked };
}

const idsOf = ({ state }: Feed): (number | undefined)[] => state.times.map((_, index) => state.rowAt(index)?.id);

test('a list keeps at most 2,000 rows and the place of the others, and fetches those again', async () => {
  const { feed, asked } = feedOf(3000);
  for (let page = 0; page < 30; page += 1) {
    await feed.readOn();
    feed.show(page * pageSize, (page + 1) * pageSize);
  }
  expect(feed.state.phase).toBe('end');
  expect(feed.state.times).toHaveLength(3000);
  expect(idsOf(feed).filter((id) => id !== undefined)).toHaveLength(2000);
  expect(feed.state.rowAt(0)).toBeUndefined();
  feed.show(0, 40);
  await expect.poll(() => feed.state.rowAt(0)?.id).toBe(3000);
  expect(asked).toHaveLength(31);
  expect(asked.at(-1)).toBe('');
});

test('a search without a full page goes on by itself three times, then waits for a word', async () => {
  const pages = [[9], [], [], [8], [], [], [], [7], [6]];
  let at = 0;
  const feed = new Feed(async () => {
    const ids = pages[at] ?? [];
    at += 1;
    return answer(ids, at < pages.length ? String(at) : '');
  }, vi.fn<() => void>());
  await feed.readOn();
  expect([at, feed.state.phase, feed.state.searchedBackTo]).toEqual([4, 'paused', '2026-01-31T12:00:00.000Z']);
  feed.searchOn();
  await expect.poll(() => feed.state.phase).toBe('paused');
  expect(at).toBe(8);
  feed.searchOn();
  await expect.poll(() => feed.state.phase).toBe('end');
  expect([feed.state.searchedBackTo, ...idsOf(feed)]).toEqual([null, 9, 8, 7, 6]);
});

test('a failed page leaves the rows and is asked for again', async () => {
  let fails = true;
  const feed = new Feed(async (cursor) => {
    if (cursor === 'b' && fails) throw new Error('away');
    return cursor === 'b'
      ? answer([1])
      : answer(
          Array.from({ length: pageSize }, (_, n) => 200 - n),
          'b',
        );
  }, vi.fn<() => void>());
  await feed.readOn();
  await feed.readOn();
  expect([feed.state.phase, feed.state.times.length]).toEqual(['failed', pageSize]);
  fails = false;
  await feed.readOn();
  expect([feed.state.phase, feed.state.times.length]).toEqual(['end', pageSize + 1]);
});

test('what arrives stands on top in the order of time, each event once', async () => {
  const { feed } = feedOf(3);
  await feed.readOn();
  expect(feed.addArrived([event(5), event(3), event(5)])).toBe(true);
  expect(feed.addArrived([event(4), event(5)])).toBe(true);
  expect(idsOf(feed)).toEqual([5, 4, 3, 2, 1]);
  expect(feed.addArrived(Array.from({ length: 1000 }, (_, n) => event(10 + n)))).toBe(false);
});
