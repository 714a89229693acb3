import { expect, test, vi } from 'vitest';

import { LookUpCache } from './look-up-cache.ts';

/** The same value for each key; undefined: it does not exist. */
const answerOf = <Value>(keys: readonly string[], value: Value | undefined): Map<string, Value> =>
  new Map(value === undefined ? [] : keys.map((key) => [key, value]));

/** A table of one value that counts how often it is read. */
function table() {
  const held: { value: string | undefined; reads: number } = { value: 'first', reads: 0 };
  const changes = { ended: 0 };
  const cache = new LookUpCache(changes, async (keys) => {
    held.reads += 1;
    return answerOf(keys, held.value);
  });
  return { held, changes, cache };
}

test('R§2.5 what was asked for within the last half second is not read again, and after that it is', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { held, cache } = table();
    expect(await cache.get('a')).toBe('first');
    held.value = 'second';
    vi.advanceTimersByTime(499);
    expect([await cache.get('a'), held.reads]).toEqual(['first', 1]);
    vi.advanceTimersByTime(1);
    expect([await cache.get('a'), held.reads]).toEqual(['second', 2]);
  } finally {
    vi.useRealTimers();
  }
});

test('R§2.5 the half second counts from the question, not from the answer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let reads = 0;
    const cache = new LookUpCache({ ended: 0 }, async (keys) => {
      vi.advanceTimersByTime(500);
      reads += 1;
      return answerOf(keys, reads);
    });
    expect([await cache.get('a'), await cache.get('a')]).toEqual([1, 2]);
  } finally {
    vi.useRealTimers();
  }
});

test('R§2.5 after a transaction of this process has ended, everything is read again', async () => {
  const { held, changes, cache } = table();
  await cache.get('a');
  held.value = 'second';
  changes.ended += 1;
  expect(await cache.get('a')).toBe('second');
});

test('R§2.5 what was asked for before a transaction ended and answered after it is not remembered', async () => {
  const changes = { ended: 0 };
  let resolve = (_: string): void => {};
  const answers = [new Promise<string>((settle) => (resolve = settle)), Promise.resolve('second')];
  const cache = new LookUpCache(changes, async (keys) => answerOf(keys, await answers.shift()));
  const early = cache.get('a');
  changes.ended += 1;
  resolve('first');
  expect(await early).toBe('first');
  expect(await cache.get('a')).toBe('second');
});

test.each([
  ['for ten minutes while changes are heard', { isLasting: true, heard: true, counts: [true, true, true, false] }],
  ['for half a second while nobody proves that they are', { isLasting: true, heard: false, counts: [true, false] }],
  ['for half a second if it changes by itself', { isLasting: false, heard: true, counts: [true, false] }],
])('R§2.5 an answer counts %s', async (_, { isLasting, heard, counts }) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let reads = 0;
    // The last proof is as old as it may be.
    const heardUntil = (): number => (heard ? performance.now() - 499 : performance.now() - 500);
    const cache = new LookUpCache(
      { ended: 0, heardUntil },
      (keys) => Promise.resolve(answerOf(keys, (reads += 1))),
      () => isLasting,
    );
    await cache.get('a');
    const found: boolean[] = [];
    for (const ms of [499, 1, 599_499, 1].slice(0, counts.length)) {
      vi.advanceTimersByTime(ms);
      found.push((await cache.get('a')) === 1);
    }
    expect(found).toEqual(counts);
  } finally {
    vi.useRealTimers();
  }
});

test('what does not exist is not remembered, so wrong keys cannot grow memory', async () => {
  const { held, cache } = table();
  held.value = undefined;
  expect(await cache.get('a')).toBeUndefined();
  held.value = 'made';
  expect(await cache.get('a')).toBe('made');
});

test('what is not remembered of several keys is read together, and nothing else', async () => {
  const asked: (readonly string[])[] = [];
  const cache = new LookUpCache({ ended: 0 }, async (keys) => {
    asked.push(keys);
    return answerOf(
      keys.filter((key) => key !== 'gone'),
      'found',
    );
  });
  await cache.getAll(['a', 'b', 'gone']);
  expect([...(await cache.getAll(['a', 'c', 'gone'])).keys()].toSorted()).toEqual(['a', 'c']);
  expect(asked).toEqual([
    ['a', 'b', 'gone'],
    ['c', 'gone'],
  ]);
});

test('R§2.5 a change that becomes known while keys are read replaces what was remembered of the others', async () => {
  const { held, changes, cache } = table();
  await cache.get('a');
  held.value = 'second';
  const both = cache.getAll(['a', 'b']);
  changes.ended += 1;
  expect([...(await both)]).toEqual([
    ['a', 'second'],
    ['b', 'second'],
  ]);
});
