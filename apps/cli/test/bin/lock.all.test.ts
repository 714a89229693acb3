import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const lock = pathToFileURL(path.resolve(import.meta.dirname, '../../bin/lock.mjs')).href;
let folder: string;
let started: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'goal lock '));
  started = [];
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/**
 * Starts a process that takes the lock, says so, and runs `work` under it, with `fd` and `folder`
 * in scope.
 */
function holder(work: string): ChildProcess {
  const program = `
    import { appendFileSync } from 'node:fs';
    import { spawn } from 'node:child_process';
    import { locked } from ${JSON.stringify(lock)};
    const folder = ${JSON.stringify(folder)};
    const log = (text) => appendFileSync(folder + '/log', text + '\\n');
    await locked(folder, { onWait: () => console.log('waiting'), work: async (fd) => { console.log('held'); ${work} } });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  return child;
}

/** Resolves to the output of the process, once it contains the word. */
async function says(child: ChildProcess, word: string): Promise<string> {
  let text = '';
  for await (const part of child.stdout ?? []) if ((text += String(part)).includes(word)) return text;
  throw new Error(`ended without «${word}»`);
}

/** Waits until standard input ends. */
const untilTold = "await new Promise((r) => process.stdin.on('end', r).resume());";

describe('the lock of the setup', () => {
  test('lets one process in at a time, however many come at once', async () => {
    const children = Array.from({ length: 6 }, () => holder("log('in'); await new Promise(setImmediate); log('out');"));
    await Promise.all(children.map((child) => once(child, 'exit')));
    const log = await readFile(path.join(folder, 'log'), 'utf8');
    expect(log).toBe('in\nout\n'.repeat(6));
  });

  test('passes to the waiting processes, one at a time, when its holder is killed', async () => {
    const dead = holder(untilTold);
    await says(dead, 'held');
    const waiters = [1, 2, 3].map(() => holder("log('in'); await new Promise(setImmediate); log('out');"));
    await Promise.all(waiters.map((child) => says(child, 'waiting')));
    dead.kill('SIGKILL');
    await Promise.all(waiters.map((child) => once(child, 'exit')));
    expect(await readFile(path.join(folder, 'log'), 'utf8')).toBe('in\nout\n'.repeat(3));
  });

  test('stays with a tool that its killed holder left running', async () => {
    const tool = `
      process.on('SIGTERM', () => { require('fs').appendFileSync(${JSON.stringify(folder)} + '/log', 'tool done\\n'); process.exit(); });
      setTimeout(() => {}, 600_000);
      console.log('tool ' + process.pid);`;
    const dead = holder(`spawn(process.execPath, ['--eval', ${JSON.stringify(tool)}], { stdio: ['ignore', 1, 2, fd] });
      await new Promise(() => setInterval(() => {}, 1000));`);
    const pid = Number(/tool (\d+)/.exec(await says(dead, 'tool'))?.[1]);
    dead.kill('SIGKILL');
    await once(dead, 'exit');
    const next = holder("log('in');");
    await says(next, 'waiting');
    process.kill(pid, 'SIGTERM');
    await once(next, 'exit');
    expect(await readFile(path.join(folder, 'log'), 'utf8')).toBe('tool done\nin\n');
  });
});
