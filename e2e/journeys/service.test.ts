import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from '@playwright/test';

import { until } from '../service/until.ts';

const guard = path.resolve(import.meta.dirname, '../service/guard.mjs');

test('the service does not outlive the run that started it, even if that was killed, and leaves nothing behind', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-e2e-guard-'));
  const program = path.join(folder, 'program.mjs');
  const note = path.join(folder, 'pid');
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(note)}, String(process.pid)); setInterval(() => {}, 1000);`,
  );
  const run = spawn(process.execPath, [
    '-e',
    `require('node:child_process').spawn(process.execPath, ${JSON.stringify([guard, program, folder])},
      { stdio: ['pipe', 'ignore', 'ignore'], detached: true }); setInterval(() => {}, 1000)`,
  ]);
  const pid = await until('the program to run', () => {
    const text = existsSync(note) ? readFileSync(note, 'utf8') : '';
    return text === '' ? undefined : Number(text);
  });
  expect(isAlive(pid)).toBe(true);
  run.kill('SIGKILL');
  await until('the program to end', () => (isAlive(pid) ? undefined : true));
  await until('its folder to be deleted', () => (existsSync(folder) ? undefined : true));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
