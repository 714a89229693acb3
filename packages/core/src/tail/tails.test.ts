import { waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { TailWaiters, type TailWaiter } from './tail-waiters.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const deadline = (): number => performance.now() + waitLimitMs;

/** Waits until there is news, whatever else wakes it. */
async function news(waiter: TailWaiter): Promise<void> {
  for (;;) {
    const why = await waiter.next(0, deadline(), undefined);
    if (why === 'news') return;
    expect(why).toBe('revalidate');
  }
}

describe('a request that waits for a tail', () => {
  test('learns what another process stored, by a message, and again after the connection was lost', async () => {
    const { events: there } = await world.another();
    // The account has no tail, so only a message can tell.
    const account = 2 ** 30;
    const waiter = world.events.tail.enter(account, 'a key');
    // For what may have come before it waited, and before the connection was open.
    await news(waiter);
    await news(waiter);
    const notifying = setInterval(() => there.tail.stored(new Set([account])), 50);
    try {
      await news(waiter);
      await world.db.work.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like '%goal_tail'`,
      );
      // The first comes with the new connection, the others over it.
      for (let heard = 0; heard < 3; heard += 1) await news(waiter);
    } finally {
      clearInterval(notifying);
      waiter.leave();
    }
  });

  test('learns what was stored although no message came', async () => {
    const ends = new Map([[1, 5]]);
    const waiters = new TailWaiters(() => Promise.resolve(ends));
    const waiter = waiters.enter(1, 'a key');
    expect(await waiter.next(5, deadline(), undefined)).toBe('news');
    expect(await waiter.next(5, deadline(), undefined)).toBe('revalidate');
    ends.set(1, 6);
    expect(await waiter.next(5, deadline(), undefined)).toBe('news');
    waiter.leave();
  });

  test('is judged again while the database is out of reach', async () => {
    const waiters = new TailWaiters(() => Promise.reject(new Error('out of reach')));
    const waiter = waiters.enter(1, 'a key');
    expect(await waiter.next(5, deadline(), undefined)).toBe('news');
    expect(await waiter.next(5, deadline(), undefined)).toBe('revalidate');
    waiter.leave();
  });

  test('finds a slot up to the limit of its account, whatever the keys, while other accounts find theirs', () => {
    const waiters = new TailWaiters(() => Promise.resolve(new Map()), { key: 2, account: 3, all: 5 });
    const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 1 });
    waiters.enter(1, 'a');
    const second = waiters.enter(1, 'b');
    waiters.enter(1, 'c');
    expect(() => waiters.enter(1, 'd')).toThrow(refused);
    waiters.enter(2, 'e');
    second.leave();
    second.leave();
    waiters.enter(1, 'd');
    expect(() => waiters.enter(1, 'f')).toThrow(refused);
    waiters.enter(2, 'f');
    expect(waiters.size).toBe(5);
  });

  test('finds a slot up to the limits of its key and of the process, and a slot is free again when its request leaves', () => {
    const waiters = new TailWaiters(() => Promise.resolve(new Map()), { key: 2, account: 3, all: 3 });
    const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 1 });
    const first = waiters.enter(1, 'a');
    waiters.enter(1, 'a');
    expect(() => waiters.enter(1, 'a')).toThrow(refused);
    waiters.enter(1, 'b');
    expect(() => waiters.enter(2, 'c')).toThrow(refused);
    first.leave();
    first.leave();
    waiters.enter(2, 'a');
    expect(waiters.size).toBe(3);
    const roomy = new TailWaiters(() => Promise.resolve(new Map()), { key: 1, account: 5, all: 5 });
    for (let held = 0; held < 3; held += 1) roomy.enter(1, 'with slots of its own', 3);
    expect(() => roomy.enter(1, 'with slots of its own', 3)).toThrow(refused);
  });

  test('queues with the others of its account, of which three read at a time; all get equal turns, and other accounts wait for none of them', async () => {
    const waiters = new TailWaiters(() => Promise.resolve(new Map()), { key: 1, account: 100, all: 100 });
    const stop = new AbortController();
    const turns = new Map<string, number>();
    let reading = 0;
    let maxReading = 0;
    /** Reads as long as there is news, and there always is. A reading takes a while. */
    const read = async (account: number, key: string): Promise<void> => {
      const waiter = waiters.enter(account, key);
      while (!stop.signal.aborted) {
        if ((await waiter.next(0, deadline(), stop.signal)) !== 'news') continue;
        turns.set(key, (turns.get(key) ?? 0) + 1);
        if (account === 1) maxReading = Math.max(maxReading, (reading += 1));
        waiters.wake(new Set([account]));
        await new Promise(setImmediate);
        if (account === 1) reading -= 1;
        if (turns.get('a') === 50) stop.abort();
      }
      waiter.leave();
    };
    await Promise.all([...'abcdefg'].map((key) => read(1, key)).concat(read(2, 'other')));
    expect(maxReading).toBe(3);
    const busy = [...'abcdefg'].map((key) => turns.get(key) ?? 0);
    // The first three had a turn before the others had entered.
    expect(Math.max(...busy) - Math.min(...busy)).toBeLessThanOrEqual(2);
    expect(turns.get('other')).toBeGreaterThan(50);
    expect(waiters.size).toBe(0);
  });

  test('passes its turn on when it leaves while it reads, and is judged again while it queues', async () => {
    const waiters = new TailWaiters(() => Promise.resolve(new Map()));
    const entered = [...'abcd'].map((key) => waiters.enter(1, key));
    const [first, , , last] = entered;
    for (const waiter of entered.slice(0, 3)) expect(await waiter.next(0, deadline(), undefined)).toBe('news');
    expect(await last?.next(0, deadline(), undefined)).toBe('revalidate');
    const turn = last?.next(0, deadline(), undefined);
    first?.leave();
    expect(await turn).toBe('news');
  });

  test('ends when the process stops, and when its client has gone', async () => {
    const waiters = new TailWaiters(() => Promise.resolve(new Map()));
    const gone = new AbortController();
    const [left, waiting] = [waiters.enter(1, 'a'), waiters.enter(1, 'b')];
    for (const waiter of [left, waiting]) expect(await waiter.next(0, deadline(), undefined)).toBe('news');
    const answers = [left.next(0, deadline(), gone.signal), waiting.next(0, deadline(), undefined)];
    gone.abort();
    expect(await answers[0]).toBe('over');
    waiters.close();
    expect(await answers[1]).toBe('over');
    expect(await waiters.enter(1, 'c').next(0, deadline(), undefined)).toBe('over');
  });
});
