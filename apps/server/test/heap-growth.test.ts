import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { growthFlag } from '../src/heap-growth.ts';

// The bench shows how much less memory that takes (docs/decisions/112-memory-of-a-process.md).
it('the flag of the service is one that the V8 of this Node knows', async () => {
  await promisify(execFile)(process.execPath, [growthFlag, '-e', '']);
  await expect(promisify(execFile)(process.execPath, [`${growthFlag}%`, '-e', ''])).rejects.toThrow('Command failed');
});
