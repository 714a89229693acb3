import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DeliveryTurns } from './delivery-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new AbortController().signal;

/** Rounds whose sinks say nothing until their signal is aborted, each of another account. */
function openSilent(turns: DeliveryTurns, isSlow: boolean, isFile = false) {
  const seen = { running: 0, most: 0, cut: 0 };
  const begin = (count: number): void => {
    for (let nth = 0; nth < count; nth += 1)
      void turns
        .take({ owner: `silent ${isSlow} ${nth}`, isFile, isSlow, signal: never() }, async (signal) => {
          seen.running += 1;
          seen.most = Math.max(seen.most, seen.running);
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          seen.running -= 1;
        })
        .then(({ isCut, isLate }) => (seen.cut += isCut && isLate ? 1 : 0));
  };
  return { seen, begin };
}

/** Whether a round whose sink answers at once has its turn. */
function openPrompt(turns: DeliveryTurns, { isFile = false, isSlow = false } = {}) {
  let isDone = false;
  const work = () => Promise.resolve(void (isDone = true));
  const taken = turns.take({ owner: 'prompt', isFile, isSlow, signal: never() }, work);
  return { taken, isDone: () => isDone };
}

test('sinks that have not answered at once before take no turn of those that have, however many are silent', async () => {
  const turns = new DeliveryTurns();
  const { seen, begin } = openSilent(turns, true);
  begin(500);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.running).toBe(96);
  expect(await openPrompt(turns).taken).toMatchObject({ isLate: false, isCut: false });
});

test('sinks that fall silent give their turns up after a second: they go on beside, or are cut off where too many are silent', async () => {
  const turns = new DeliveryTurns();
  const { seen, begin } = openSilent(turns, false);
  begin(160);
  const other = openPrompt(turns);
  await vi.advanceTimersByTimeAsync(4000);
  expect(other.isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  // Five times 32: all have had a turn, 96 of them go on.
  expect(seen).toEqual({ running: 96, most: 128, cut: 64 });
  expect(other.isDone()).toBe(true);
});

test('two rounds of an account have turns at a time, and all ten of its streams among the slow', async () => {
  const turns = new DeliveryTurns();
  const started = { prompt: 0, slow: 0 };
  for (const isSlow of [false, true])
    for (let nth = 0; nth < 10; nth += 1)
      void turns.take({ owner: 'one', isFile: false, isSlow, signal: never() }, () => {
        started[isSlow ? 'slow' : 'prompt'] += 1;
        return new Promise<void>(() => {});
      });
  await vi.advanceTimersByTimeAsync(0);
  // Fairness counts what an account holds of each lane.
  expect(started).toEqual({ prompt: 2, slow: 10 });
});

test('silent object stores hold up neither batches nor stores that have answered', async () => {
  const turns = new DeliveryTurns();
  openSilent(turns, true, true).begin(100);
  await vi.advanceTimersByTimeAsync(0);
  expect(await openPrompt(turns).taken).toMatchObject({ isCut: false });
  expect(await openPrompt(turns, { isSlow: true }).taken).toMatchObject({ isCut: false });
  expect(await openPrompt(turns, { isFile: true }).taken).toMatchObject({ isCut: false });
});

test('a signal ends the wait for a turn, and the work that has one', async () => {
  const turns = new DeliveryTurns();
  const end = new AbortController();
  const { begin } = openSilent(turns, true);
  begin(95);
  const round = { owner: 'a', isFile: false, isSlow: true, signal: end.signal };
  const working = turns.take(
    round,
    (signal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
  );
  const waiting = turns.take({ ...round, owner: 'b' }, () => Promise.resolve());
  await vi.advanceTimersByTimeAsync(0);
  end.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
  expect(await working).toMatchObject({ isCut: false });
});
