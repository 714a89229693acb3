import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { LogSizes } from './log-sizes.ts';

function folder(): { dir: string; file: string } {
  const dir = mkdtempSync(path.join(tmpdir(), 'goal-log-sizes-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return { dir, file: path.join(dir, 'log-sizes') };
}

test('R§16.10 a line that was cut off, as by a full disk, makes no other log look larger than it was signed', () => {
  const { dir, file } = folder();
  new LogSizes(dir).note('goal.example/log/a', 1234);
  appendFileSync(file, '\n56');
  new LogSizes(dir).note('goal.example/log/b', 789);
  const sizes = new LogSizes(dir);
  expect(sizes.wasSigned('goal.example/log/a', 1233)).toBe(true);
  expect(sizes.wasSigned('goal.example/log/b', 788)).toBe(true);
  expect(() => sizes.judge('goal.example/log/b', 789)).not.toThrow();
});

test('R§16.10 a process that rewrites the file keeps what another one wrote to it', () => {
  const { dir, file } = folder();
  const one = new LogSizes(dir);
  one.note('goal.example/log/a', 1);
  new LogSizes(dir).note('goal.example/log/a', 5_000_000);
  for (let size = 1; size <= 10_005; size += 1) one.note('goal.example/log/b', size);
  expect(readFileSync(file, 'utf8').trim().split('\n').length).toBeLessThan(10);
  const sizes = new LogSizes(dir);
  expect(sizes.wasSigned('goal.example/log/a', 4_999_999)).toBe(true);
  expect(sizes.wasSigned('goal.example/log/b', 10_000)).toBe(true);
});
