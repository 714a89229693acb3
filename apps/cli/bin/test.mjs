import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { check } from './check.mjs';
import { count } from './count.mjs';
import { meetNeeds } from './needs.mjs';
import { at, Refusal, runNode } from './processes.mjs';
import { setUp } from './setup.mjs';

const vitest = 'node_modules/vitest/vitest.mjs';

/**
 * Everything that can be checked, closing with the line `N passed, N failed`; resolves to the exit code. Each step of the check, each need of
 * the system and each test counts as one. With arguments, which go to vitest, only the tests that they name.
 */
export async function test(args) {
  const counts = { passed: 0, failed: 0 };
  const add = (results) => {
    for (const { ok } of results) counts[ok ? 'passed' : 'failed']++;
  };
  try {
    if (args.length > 0) await setUp();
    else add([...(await check()), ...(await meetNeeds())]);
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    counts.failed++;
  }
  // Tests run from the sources: one that does not compile fails, and does not hide what the others say.
  if (existsSync(at(vitest))) {
    const { passed, failed } = await runVitest(args);
    counts.passed += passed;
    counts.failed += failed;
  } else {
    counts.failed++;
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

async function runVitest(args) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'goal-test-'));
  // At the exit, and not after the run: Ctrl-C ends us in the middle of it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'result.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runNode(vitest, ['run', ...reporters, ...args], {
    output: 'inherit',
    seconds: 3600,
  });
  return count(readReport(file), code);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // vitest ended before it could write; its exit code tells.
    return undefined;
  }
}
