import { expect, test, vi } from 'vitest';

import { Recent } from './recent.ts';

/** A table of one value, and how often it was read. */
function table() {
  const held: { value: string | undefined; reads: number } = { value: 'first', reads: 0 };
  const changes = { ended: 0 };
  const recent = new Recent(changes, async () => {
    held.reads += 1;
    return held.value;
  });
  return { held, changes, recent };
}

test('R§2.5 what was asked for within half a second is not read again, and after it is', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { held, recent } = table();
    expect(await recent.get('a')).toBe('first');
    held.value = 'second';
    vi.advanceTimersByTime(499);
    expect([await recent.get('a'), held.reads]).toEqual(['first', 1]);
    vi.advanceTimersByTime(1);
    expect([await recent.get('a'), held.reads]).toEqual(['second', 2]);
  } finally {
    vi.useRealTimers();
  }
});

test('R§2.5 the half second counts from the question, not from the answer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let reads = 0;
    const recent = new Recent({ ended: 0 }, async () => {
      vi.advanceTimersByTime(500);
      reads += 1;
      return reads;
    });
    expect([await recent.get('a'), await recent.get('a')]).toEqual([1, 2]);
  } finally {
    vi.useRealTimers();
  }
});

test('R§2.5 a transaction of this process that has ended makes everything be read again', async () => {
  const { held, changes, recent } = table();
  await recent.get('a');
  held.value = 'second';
  changes.ended += 1;
  expect(await recent.get('a')).toBe('second');
});

test('R§2.5 what was asked for before such an end and answered after it is not remembered', async () => {
  const changes = { ended: 0 };
  let resolve = (_: string): void => {};
  const answers = [new Promise<string>((settle) => (resolve = settle)), Promise.resolve('second')];
  const recent = new Recent(changes, () => answers.shift() ?? Promise.resolve(undefined));
  const early = recent.get('a');
  changes.ended += 1;
  resolve('first');
  expect(await early).toBe('first');
  expect(await recent.get('a')).toBe('second');
});

test('what does not exist is not remembered, so wrong keys cannot grow memory', async () => {
  const { held, recent } = table();
  held.value = undefined;
  expect(await recent.get('a')).toBeUndefined();
  held.value = 'made';
  expect(await recent.get('a')).toBe('made');
});
