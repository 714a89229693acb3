import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DeliveryTurns, type Pace } from './delivery-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new AbortController().signal;

/** Rounds whose sinks say nothing until their signal is aborted, each of another account. */
function openSilent(turns: DeliveryTurns, pace: Pace, isFile = false) {
  const seen = { running: 0, most: 0, cut: 0 };
  const begin = (count: number): void => {
    for (let nth = 0; nth < count; nth += 1)
      void turns
        .take({ owner: `silent ${pace} ${nth}`, isFile, pace, signal: never() }, async (signal) => {
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
function openPrompt(turns: DeliveryTurns, { isFile = false, pace = 'prompt' as Pace } = {}) {
  let isDone = false;
  const work = () => Promise.resolve(void (isDone = true));
  const taken = turns.take({ owner: 'prompt', isFile, pace, signal: never() }, work);
  return { taken, isDone: () => isDone };
}

test('slow sinks take no turn of those that answer at once or were not asked yet, however many are silent', async () => {
  const turns = new DeliveryTurns();
  const { seen, begin } = openSilent(turns, 'slow');
  begin(500);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.running).toBe(80);
  expect(await openPrompt(turns).taken).toMatchObject({ isLate: false, isCut: false });
  expect(await openPrompt(turns, { pace: 'fresh' }).taken).toMatchObject({ isLate: false, isCut: false });
});

test('sinks that were not asked yet take no turn of those that answer at once, and give theirs up after a second', async () => {
  const turns = new DeliveryTurns();
  const { seen, begin } = openSilent(turns, 'fresh');
  begin(100);
  const other = openPrompt(turns, { pace: 'fresh' });
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.running).toBe(16);
  expect(await openPrompt(turns).taken).toMatchObject({ isLate: false, isCut: false });
  expect(other.isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(7000);
  // Seven times 16: all have had a turn, 80 of them go on.
  expect(seen).toEqual({ running: 80, most: 96, cut: 20 });
  expect(other.isDone()).toBe(true);
});

test('sinks that fall silent give their turns up after a second: they go on beside, or are cut off where too many are silent', async () => {
  const turns = new DeliveryTurns();
  const { seen, begin } = openSilent(turns, 'prompt');
  begin(160);
  const other = openPrompt(turns);
  await vi.advanceTimersByTimeAsync(4000);
  expect(other.isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  // Five times 32: all have had a turn, 80 of them go on.
  expect(seen).toEqual({ running: 80, most: 112, cut: 80 });
  expect(other.isDone()).toBe(true);
});

test('two rounds of an account have turns at a time, and all ten of its streams among the slow', async () => {
  const turns = new DeliveryTurns();
  const started = { prompt: 0, slow: 0 };
  for (const pace of ['prompt', 'slow'] as const)
    for (let nth = 0; nth < 10; nth += 1)
      void turns.take({ owner: 'one', isFile: false, pace, signal: never() }, () => {
        started[pace] += 1;
        return new Promise<void>(() => {});
      });
  await vi.advanceTimersByTimeAsync(0);
  // Fairness counts what an account holds of each lane.
  expect(started).toEqual({ prompt: 2, slow: 10 });
});

test('silent object stores hold up neither batches nor stores that have answered', async () => {
  const turns = new DeliveryTurns();
  openSilent(turns, 'slow', true).begin(100);
  await vi.advanceTimersByTimeAsync(0);
  expect(await openPrompt(turns).taken).toMatchObject({ isCut: false });
  expect(await openPrompt(turns, { pace: 'slow' }).taken).toMatchObject({ isCut: false });
  expect(await openPrompt(turns, { isFile: true }).taken).toMatchObject({ isCut: false });
});

test('a signal ends the wait for a turn, and the work that has one', async () => {
  const turns = new DeliveryTurns();
  const end = new AbortController();
  const { begin } = openSilent(turns, 'slow');
  begin(79);
  const round = { owner: 'a', isFile: false, pace: 'slow' as const, signal: end.signal };
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
