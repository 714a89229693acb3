import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { growthFlag } from '../src/heap-growth.ts';

/**
 * Lets objects die in the old part of a thread's heap, as the rests of requests do, above 30 MB
 * that live. Prints the most that the old part held, in megabytes.
 */
const thread = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const block = () => Array.from({ length: 10000 }, (_, n) => ({ n, text: 'event ' + n }));
  const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
  const lives = Array.from({ length: 30 }, block);
  let most = 0;
  for (let round = 0; round < 250; round += 1) {
    lives[20 + (round % 10)] = block();
    most = Math.max(most, old());
  }
  require('node:fs').writeSync(1, String(most / 2 ** 20));`;

/** The same in a process that sets these flags before it starts the thread. */
async function mostWith(flags: readonly string[]): Promise<number> {
  const program = `
    for (const flag of ${JSON.stringify(flags)}) require('node:v8').setFlagsFromString(flag);
    new (require('node:worker_threads').Worker)(${JSON.stringify(thread)}, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 4 } });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  return Number(stdout);
}

it('with the flag of the service the old part of a heap grows by less before it is collected, in threads as well', async () => {
  const [usual, bounded] = [await mostWith([]), await mostWith([growthFlag])];
  expect(bounded).toBeGreaterThan(10);
  expect(bounded).toBeLessThan(0.8 * usual);
});
