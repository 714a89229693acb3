import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { tellProgress } from '../../bin/progress.mjs';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('a step that lasts says so every ten seconds, with its time so far, and nothing once it has ended', async () => {
  const lines: string[] = [];
  let end = (_result: string): void => {};
  const work = (): Promise<string> => new Promise((resolve) => (end = resolve));
  const done = tellProgress('building the console', work, (line: string) => lines.push(line));
  vi.advanceTimersByTime(9999);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(25_001);
  end('built');
  expect(await done).toBe('built');
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([
    'still building the console, 10 s',
    'still building the console, 20 s',
    'still building the console, 30 s',
  ]);
});

test('a step that fails ends its progress, and passes its error on', async () => {
  const lines: string[] = [];
  const work = (): Promise<never> => Promise.reject(new Error('no network'));
  await expect(tellProgress('installing dependencies', work, (line: string) => lines.push(line))).rejects.toThrow(
    'no network',
  );
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([]);
});
