import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { check } from './check.mjs';
import { countPlaywright, countVitest } from './count.mjs';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';
import { share } from './filters.mjs';
import { findBrowser, meetNeeds } from './needs.mjs';
import { at, Refusal, runNode } from './processes.mjs';
import { setUp } from './setup.mjs';

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'e2e/node_modules/@playwright/test/cli.js';

/**
 * Everything that can be checked, closing with the line `N passed, N failed`; resolves to the exit code. Each step of the check, each need of
 * the system and each test counts as one. What failed is told again before that line. With arguments, which go to vitest or to Playwright, only
 * the tests that they name.
 */
export async function test(args) {
  const counts = { passed: 0, failed: 0 };
  const told = [];
  const add = ({ passed, failed, failures = [] }) => {
    counts.passed += passed;
    counts.failed += failed;
    told.push(...failures);
  };
  const { forVitest, forPlaywright } = share(args);
  if (args.length === 0) add(await prepare(check));
  add(await prepare(setUp));
  if (forPlaywright !== undefined) add(await prepare(meetNeeds));
  // Tests run from the sources: one that does not compile fails, and does not hide what the others say.
  if (forVitest !== undefined) add(await runVitest(forVitest));
  if (forPlaywright !== undefined) add(await runPlaywright(forPlaywright));
  for (const line of told) console.log(line);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

/** Pictures of every page into e2e/.screenshots, to be looked at; resolves to the exit code. */
export async function screenshots(args) {
  const { failed } = await prepare(setUp);
  if (failed > 0) return 1;
  await meetNeeds();
  const { code } = await startPlaywright('e2e/screenshots.config.ts', args);
  return code ?? 1;
}

/** Does what comes before the tests, and counts the results that it has; what it throws is told, and counts as failed. */
async function prepare(work) {
  try {
    const results = (await work()) ?? [];
    const passed = results.filter(({ ok }) => ok).length;
    const failures = results.filter(({ ok }) => !ok).map(({ name }) => `✗ ${name}`);
    return { passed, failed: results.length - passed, failures };
  } catch (error) {
    const message = error instanceof Refusal ? error.message : error;
    console.error(message);
    return { passed: 0, failed: 1, failures: [`✗ ${String(message)}`] };
  }
}

async function runVitest(args) {
  if (!existsSync(at(vitest))) return { passed: 0, failed: 1 };
  const file = reportFile('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runNode(vitest, ['run', ...reporters, ...args], { output: 'inherit', seconds: 3600 });
  const report = readReport(file);
  return { ...countVitest(report, code), failures: failuresOfVitest(report) };
}

async function runPlaywright(args) {
  if (!existsSync(at(playwright))) return { passed: 0, failed: 1 };
  const file = reportFile('playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { code } = await startPlaywright('e2e/playwright.config.ts', ['--reporter=list,json', ...args], env);
  const report = readReport(file);
  return { ...countPlaywright(report, code), failures: failuresOfPlaywright(report) };
}

function startPlaywright(config, args, env = {}) {
  const browser = findBrowser();
  return runNode(playwright, ['test', '--config', config, ...args], {
    output: 'inherit',
    seconds: 1800,
    env: { ...env, ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }) },
  });
}

function reportFile(name) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'goal-test-'));
  // At the exit, and not after the run: Ctrl-C ends us in the middle of it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, name);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The run ended before it could write; its exit code tells.
    return undefined;
  }
}
