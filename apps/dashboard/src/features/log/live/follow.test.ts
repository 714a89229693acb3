import type { FoundAccountEvent } from '@goal/contract';
import { expect, test, vi } from 'vitest';

import { collect, follow } from './follow.ts';

const event = (id: number): FoundAccountEvent => ({
  id,
  occurred_at: new Date(id * 1000).toISOString(),
  code: 1000,
  severity: 'info',
  object: 'post',
  event_type: 'modified',
  user_id: 0,
  username: '',
  message: '',
  site_id: 'a',
});

/** Follows until the answers are used up; resolves to what happened in its order. */
async function story(
  after: string | undefined,
  answers: readonly { events?: number[]; expired?: boolean }[],
): Promise<string[]> {
  const happened: string[] = [];
  const stop = new AbortController();
  let asked = 0;
  await follow({
    after,
    signal: stop.signal,
    tail: async (from) => {
      happened.push(`tail ${from}`);
      const { events = [], expired = false } = answers[asked] ?? {};
      asked += 1;
      if (asked > answers.length) stop.abort();
      return { events: events.map(event), next_after: `p${asked}`, expired };
    },
    newest: async () => {
      happened.push('newest');
      return [event(1)];
    },
    onEvents: (events) => happened.push(`events ${events.map(({ id }) => id).join(',')}`),
    onPosition: vi.fn<() => void>(),
    onExpired: () => happened.push('expired'),
    onInterrupted: vi.fn<() => void>(),
  });
  return happened;
}

test('the position is known before the newest page is read, so that no event falls between', async () => {
  expect(await story(undefined, [{}, { events: [2, 3] }])).toEqual([
    'tail undefined',
    'newest',
    'events 1',
    'tail p1',
    'events 2,3',
    'tail p2',
  ]);
});

test('a tab that comes back goes on where it was, unless events were missed', async () => {
  expect(await story('p0', [{ events: [2] }])).toEqual(['tail p0', 'events 2', 'tail p1']);
  expect(await story('p0', [{ expired: true }])).toEqual(['tail p0', 'expired']);
});

test('an event is handed on as it comes; those of the 100 ms behind it are handed on together', () => {
  vi.useFakeTimers();
  try {
    const handed: number[][] = [];
    const arrivals = collect((events) => handed.push(events.map(({ id }) => id)));
    arrivals.add([event(1)]);
    expect(handed).toEqual([[1]]);
    arrivals.add([event(2)]);
    arrivals.add([event(3)]);
    vi.advanceTimersByTime(99);
    expect(handed).toEqual([[1]]);
    vi.advanceTimersByTime(1);
    expect(handed).toEqual([[1], [2, 3]]);
    vi.advanceTimersByTime(100);
    arrivals.add([event(4)]);
    arrivals.add([event(5)]);
    arrivals.stop();
    expect(handed).toEqual([[1], [2, 3], [4], [5]]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
