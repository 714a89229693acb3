import { waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { WaitingRoom, type Place } from './waiting-room.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const deadline = (): number => performance.now() + waitLimitMs;

/** Waits on until there is news, whatever else wakes it. */
async function news(place: Place): Promise<void> {
  for (;;) {
    const why = await place.next(0, deadline(), undefined);
    if (why === 'news') return;
    expect(why).toBe('again');
  }
}

describe('who waits for a tail', () => {
  test('hears of what another process stored, by a message, and again after its connection was lost', async () => {
    const { store: there } = await world.another();
    // An account without a tail: so nothing but a message can tell.
    const account = 2 ** 30;
    const place = world.store.tail.enter(account, 'a key');
    // What may have come before it waited, and before its connection was there.
    await news(place);
    await news(place);
    const ringing = setInterval(() => there.tail.stored(new Set([account])), 50);
    try {
      await news(place);
      await world.db.work.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like '%goal_tail'`,
      );
      // One comes with the new connection, and others over it.
      for (let heard = 0; heard < 3; heard += 1) await news(place);
    } finally {
      clearInterval(ringing);
      place.leave();
    }
  });

  test('hears of what was stored although no message came', async () => {
    const ends = new Map([[1, 5]]);
    const room = new WaitingRoom(() => Promise.resolve(ends));
    const place = room.enter(1, 'a key');
    expect(await place.next(5, deadline(), undefined)).toBe('news');
    expect(await place.next(5, deadline(), undefined)).toBe('again');
    ends.set(1, 6);
    expect(await place.next(5, deadline(), undefined)).toBe('news');
    place.leave();
  });

  test('is judged again also while the database is out of reach', async () => {
    const room = new WaitingRoom(() => Promise.reject(new Error('out of reach')));
    const place = room.enter(1, 'a key');
    expect(await place.next(5, deadline(), undefined)).toBe('news');
    expect(await place.next(5, deadline(), undefined)).toBe('again');
    place.leave();
  });

  test('finds room for so many of an account, whatever keys it has, while others find a place', () => {
    const room = new WaitingRoom(() => Promise.resolve(new Map()), { key: 2, account: 3, all: 5 });
    const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 1 });
    room.enter(1, 'a');
    const second = room.enter(1, 'b');
    room.enter(1, 'c');
    expect(() => room.enter(1, 'd')).toThrow(refused);
    room.enter(2, 'e');
    second.leave();
    second.leave();
    room.enter(1, 'd');
    expect(() => room.enter(1, 'f')).toThrow(refused);
    room.enter(2, 'f');
    expect(room.size).toBe(5);
  });

  test('finds room for so many of a key and of all, and a place that was left is free', () => {
    const room = new WaitingRoom(() => Promise.resolve(new Map()), { key: 2, account: 3, all: 3 });
    const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 1 });
    const first = room.enter(1, 'a');
    room.enter(1, 'a');
    expect(() => room.enter(1, 'a')).toThrow(refused);
    room.enter(1, 'b');
    expect(() => room.enter(2, 'c')).toThrow(refused);
    first.leave();
    first.leave();
    room.enter(2, 'a');
    expect(room.size).toBe(3);
  });

  test('stands in line with the others of its account, of whom three read at a time; all have turns alike, and other accounts wait for none', async () => {
    const room = new WaitingRoom(() => Promise.resolve(new Map()), { key: 1, account: 100, all: 100 });
    const stop = new AbortController();
    const turns = new Map<string, number>();
    let reading = 0;
    let most = 0;
    /** Reads, which takes its time, as long as there is news; there always is. */
    const read = async (account: number, key: string): Promise<void> => {
      const place = room.enter(account, key);
      while (!stop.signal.aborted) {
        if ((await place.next(0, deadline(), stop.signal)) !== 'news') continue;
        turns.set(key, (turns.get(key) ?? 0) + 1);
        if (account === 1) most = Math.max(most, (reading += 1));
        room.wake(new Set([account]));
        await new Promise(setImmediate);
        if (account === 1) reading -= 1;
        if (turns.get('a') === 50) stop.abort();
      }
      place.leave();
    };
    await Promise.all([...'abcdefg'].map((key) => read(1, key)).concat(read(2, 'other')));
    expect(most).toBe(3);
    const busy = [...'abcdefg'].map((key) => turns.get(key) ?? 0);
    // The first three had a turn before the others stood there.
    expect(Math.max(...busy) - Math.min(...busy)).toBeLessThanOrEqual(2);
    expect(turns.get('other')).toBeGreaterThan(50);
    expect(room.size).toBe(0);
  });

  test('gives its turn on when it leaves while it reads, and is judged again while it stands in line', async () => {
    const room = new WaitingRoom(() => Promise.resolve(new Map()));
    const places = [...'abcd'].map((key) => room.enter(1, key));
    const [first, , , last] = places;
    for (const place of places.slice(0, 3)) expect(await place.next(0, deadline(), undefined)).toBe('news');
    expect(await last?.next(0, deadline(), undefined)).toBe('again');
    const turn = last?.next(0, deadline(), undefined);
    first?.leave();
    expect(await turn).toBe('news');
  });

  test('is not kept when the process stops or nobody waits any more', async () => {
    const room = new WaitingRoom(() => Promise.resolve(new Map()));
    const gone = new AbortController();
    const [left, waiting] = [room.enter(1, 'a'), room.enter(1, 'b')];
    for (const place of [left, waiting]) expect(await place.next(0, deadline(), undefined)).toBe('news');
    const answers = [left.next(0, deadline(), gone.signal), waiting.next(0, deadline(), undefined)];
    gone.abort();
    expect(await answers[0]).toBe('over');
    room.close();
    expect(await answers[1]).toBe('over');
    expect(await room.enter(1, 'c').next(0, deadline(), undefined)).toBe('over');
  });
});
