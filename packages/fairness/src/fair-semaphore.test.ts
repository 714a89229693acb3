import { expect, it } from 'vitest';

import { FairSemaphore, type SemaphoreLimits } from './fair-semaphore.ts';
import { Overload } from './overload.ts';

type Limits = SemaphoreLimits & { queueLimit: number; share: number };

function open(limits: Partial<Limits> = {}) {
  const { permits = 4, queueTimeoutMs = 60_000, queueLimit = 10, share = 2 } = limits;
  const semaphore = new FairSemaphore({ permits, queueTimeoutMs });
  const granted: string[] = [];
  const take = async (owner: string, signal?: AbortSignal): Promise<void> => {
    await semaphore.take(owner, { permits: share, queueLimit }, signal);
    granted.push(owner);
  };
  return { semaphore, granted, take };
}

it('an owner never holds more than its share, whatever is free', async () => {
  const { semaphore, take, granted } = open();
  const all = ['a', 'a', 'a', 'b'].map((owner) => take(owner));
  await all[3];
  expect(granted).toEqual(['a', 'a', 'b']);
  expect(semaphore.waiting).toBe(1);
  semaphore.give('a');
  await Promise.all(all);
  expect(granted).toEqual(['a', 'a', 'b', 'a']);
});

it('owners take turns, however long the queue of one is; within an owner the first caller goes first', async () => {
  const { semaphore, granted, take } = open({ permits: 1, share: 1 });
  await take('a');
  const names = ['a1', 'a2', 'a3'];
  const order: string[] = [];
  const queued = names.map(async (name) => {
    await take('a');
    order.push(name);
  });
  const later = [take('b'), take('c')];
  const expected = ['a', 'a', 'b', 'c', 'a', 'a'];
  for (const owner of expected.slice(0, -1)) semaphore.give(owner);
  await Promise.all([...queued, ...later]);
  expect(granted).toEqual(expected);
  expect(order).toEqual(names);
});

it('a caller that waited too long or finds the queue full is refused and leaves nothing behind', async () => {
  const { semaphore, take } = open({ permits: 1, queueLimit: 1, queueTimeoutMs: 1 });
  await take('a');
  const late = take('a');
  await expect(take('a')).rejects.toBeInstanceOf(Overload);
  await expect(late).rejects.toBeInstanceOf(Overload);
  expect(semaphore.waiting).toBe(0);
  semaphore.give('a');
  await take('b');
});

it('without a timeout a caller waits until its turn comes', async () => {
  const { semaphore, take, granted } = open({ permits: 1, queueTimeoutMs: Infinity });
  await take('a');
  const waiting = take('b');
  // A timer of Infinity would fire after a millisecond, before this one.
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(granted).toEqual(['a']);
  semaphore.give('a');
  await waiting;
});

it('a caller that goes away leaves the queue, with the reason of its signal', async () => {
  const { semaphore, take } = open({ permits: 1 });
  await take('a');
  const gone = new AbortController();
  const waiting = take('b', gone.signal);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(take('b', gone.signal)).rejects.toThrow('gone');
  expect(semaphore.waiting).toBe(0);
  semaphore.give('a');
  await take('c');
});

it('once it is known that there is nothing to be had, all callers that wait are refused', async () => {
  const { semaphore, take } = open({ permits: 1 });
  await take('a');
  const queued = Promise.allSettled(['a', 'b', 'b'].map((owner) => take(owner)));
  semaphore.refuseWaiting(new Error('out of reach'));
  expect((await queued).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  semaphore.give('a');
  await take('b');
});

it('a permit that nobody held cannot be given back', () => {
  expect(() => open().semaphore.give('a')).toThrow('release without a matching hold');
});
