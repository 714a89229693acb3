// A setup file of vitest, loaded for `npm test -- --times`: notes the times after each test file.
import { readFileSync } from 'node:fs';

import { afterAll, expect } from 'vitest';

import { noteTime } from './times.mjs';

// Hooks run in reverse order: this one comes after all those of the file.
afterAll(() => noteTime(expect.getState().testPath ?? '', ownMs() + childrenMs()));

function ownMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The time of ended children: fields 16 and 17 of proc_pid_stat(5), in ticks of 10 ms. */
function childrenMs() {
  if (process.platform !== 'linux') return 0;
  const afterName = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(afterName[13]) + Number(afterName[14]));
}
