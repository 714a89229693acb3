import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { findBrowser } from '../../bin/needs.mjs';

describe('the browser of the tests', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-needs-'));
  const program = path.join(folder, 'chromium-headless-shell');
  writeFileSync(program, '', { mode: 0o755 });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is the one that CHROMIUM_PATH names', () => {
    vi.stubEnv('CHROMIUM_PATH', program);
    expect(findBrowser()).toBe(program);
  });
  test('is looked for elsewhere if CHROMIUM_PATH names no program', () => {
    vi.stubEnv('CHROMIUM_PATH', path.join(folder, 'none'));
    expect(findBrowser()).not.toBe(path.join(folder, 'none'));
  });
  test('is found in the PATH before any other', () => {
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', folder);
    if (process.platform === 'linux') expect(findBrowser()).toBe(program);
  });
});
