// The time of a test run by file. Each worker appends a line of JSON whenever it has finished a
// test file (vitest) or a test (Playwright): `{ worker, file, cpuMs, wallMs }`, both times counted
// from the start of the worker, so that what lies between two tests belongs to the later one.

import { appendFileSync } from 'node:fs';

/** Names the file that workers append their times to; unset unless `npm test -- --times` runs. */
export const timesVariable = 'GOAL_TEST_TIMES';

/** Appends the time that this worker has used so far. */
export function noteTime(file, cpuMs) {
  const line = { worker: process.pid, file, cpuMs, wallMs: performance.now() };
  appendFileSync(process.env[timesVariable], `${JSON.stringify(line)}\n`);
}

/**
 * The times of each file and the sums of each folder as lines of a table, most processor time
 * first. `text` is what the workers wrote; paths are shown relative to `root`.
 */
export function tableOfTimes(text, root) {
  const files = new Map();
  const last = new Map();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { worker, file, cpuMs, wallMs } = JSON.parse(line);
    const before = last.get(worker) ?? { cpuMs: 0, wallMs: 0 };
    last.set(worker, { cpuMs, wallMs });
    const name = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
    add(files, name, { cpuMs: cpuMs - before.cpuMs, wallMs: wallMs - before.wallMs });
  }
  const folders = new Map();
  for (const [file, times] of files) add(folders, file.split('/').slice(0, 2).join('/'), times);
  return ['  cpu s   wall s  file', ...rowsOf(files), '', '  cpu s   wall s  folder', ...rowsOf(folders)];
}

function add(sums, name, { cpuMs, wallMs }) {
  const sum = sums.get(name) ?? { cpuMs: 0, wallMs: 0 };
  sums.set(name, { cpuMs: sum.cpuMs + cpuMs, wallMs: sum.wallMs + wallMs });
}

function rowsOf(sums) {
  const seconds = (ms) => (ms / 1000).toFixed(1).padStart(7);
  return [...sums]
    .toSorted(([, one], [, other]) => other.cpuMs - one.cpuMs)
    .map(([name, { cpuMs, wallMs }]) => `${seconds(cpuMs)}  ${seconds(wallMs)}  ${name}`);
}
