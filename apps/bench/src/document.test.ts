import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { RunRecord } from './run.ts';
import { documentRuns } from './document.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'goal-bench-'));
  mkdirSync(path.join(folder, 'pictures'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run: RunRecord = {
  name: '1m',
  at: '2026-02-03T04:05:06.000Z',
  minutes: 8.4,
  machine: { cpu: 'Some CPU', cores: 2, memoryGb: 16, os: 'Linux 6.1', node: 'v20.20.0', postgres: '18.4' },
  busyCores: [0.2, 0.1, 1.5],
  results: [
    { what: 'a page ÷ its SQL', figures: '2 ms ÷ 1 ms', ratios: [2.5, 1.5, 2], goal: { atMost: 1.8 } },
    { what: 'pages & more', figures: '9 ÷ 10', ratios: [0.9], goal: { atLeast: 0.7 } },
    { what: 'at 30 million', figures: '', ratios: [], goal: { atMost: 1.2 }, needs: '30m' },
  ],
};

it('the page shows the machine, the day, other load, and each row with its verdict; the picture has a bar for each measured goal', () => {
  const file = path.join(folder, '1m.json');
  writeFileSync(file, JSON.stringify(run));
  documentRuns([file], folder);
  const page = readFileSync(path.join(folder, 'performance.md'), 'utf8');
  expect(page).toContain(
    '2026-02-03, 8 minutes. 2 cores (Some CPU), 16 GB, Linux 6.1, Node v20.20.0, PostgreSQL 18.4.',
  );
  expect(page).toContain('0.2 (at most 1.5) cores');
  expect(page).toContain('| a page ÷ its SQL | 2 ms ÷ 1 ms | 2.00 | 1.50 to 2.50 | at most 1.8 | MISSED |');
  expect(page).toContain('| at 30 million |  |  |  | at most 1.2 | needs 30m |');
  const picture = readFileSync(path.join(folder, 'pictures', 'performance-1m.svg'), 'utf8');
  expect(picture.match(/<rect /g)).toHaveLength(3);
  expect(picture).toContain('pages &amp; more');
});

it('a run that is documented later gets its own section, and the other sections stay as they are', () => {
  const before = readFileSync(path.join(folder, 'performance.md'), 'utf8');
  const file = path.join(folder, 'soak.json');
  writeFileSync(file, JSON.stringify({ ...run, name: 'soak' }));
  documentRuns([file], folder);
  documentRuns([file], folder);
  const page = readFileSync(path.join(folder, 'performance.md'), 'utf8');
  expect(page.split('\n## ').map((part) => part.split('\n')[0])).toEqual([
    '# Performance: measured beside its limits',
    '1m',
    'soak',
  ]);
  expect(page).toContain(before.slice(before.indexOf('\n## 1m')));
});

it('a run without goals is a comparison: it has a table and no picture', () => {
  const file = path.join(folder, 'peers.json');
  const results = [{ what: 'a page: ours ÷ theirs', figures: '', ratios: [0.5, 0.4, 0.6] }];
  writeFileSync(file, JSON.stringify({ ...run, name: 'peers', results }));
  documentRuns([file], folder);
  const [, section] = readFileSync(path.join(folder, 'performance.md'), 'utf8').split('\n## peers\n');
  expect(section).toContain('| a page: ours ÷ theirs |  | 0.50 | 0.40 to 0.60 |  | for information |');
  expect(section).not.toContain('pictures/');
});

it('a missing run is reported in a sentence', () => {
  expect(() => documentRuns([path.join(folder, '30m.json')], folder)).toThrow('There is no run 30m to document');
});
