import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { runSize, type MeasureName } from './run-size.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'goal-bench-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

// Measures that store or delete, and one that compares what it reads with how the run began. In
// another order than that of the table.
const only = ['ingest', 'singles', 'purge', 'export'] as const satisfies MeasureName[];

it.each(['first', 'second'])('a %s run of smoke on one data set finds it as it was loaded', async () => {
  const { results } = await runSize({ dataDir, name: 'smoke', only, profile: false });
  // A missed goal is no failure.
  expect(results.filter(({ failed }) => failed === true)).toEqual([]);
});
