import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { sizeParts } from './size-parts.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'goal-bench-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

// Measures that store or delete, and one that compares what it reads with how the run began. In
// another order than that of the table.
const only = ['ingest', 'singles', 'purge', 'export'];

it.each(['first', 'second'])('a %s run of smoke on one data set finds it as it was loaded', async () => {
  const smoke = sizeParts.find(({ name }) => name === 'smoke');
  const { results } = (await smoke?.run(dataDir, { only })) ?? { results: [] };
  expect(results).toHaveLength(5);
  // A missed goal is no failure.
  expect(results.filter(({ failed }) => failed === true)).toEqual([]);
});
