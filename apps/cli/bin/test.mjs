import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { check } from './check.mjs';
import { countPlaywright, countVitest } from './count.mjs';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';
import { splitFilters, splitParts } from './filters.mjs';
import { findBrowser, meetNeeds } from './needs.mjs';
import { nodeOf, otherNodes } from './other-nodes.mjs';
import { at, Refusal, root, run, runNode } from './processes.mjs';
import { setUp } from './setup.mjs';
import { temporaryFolder } from './temporary-folder.mjs';
import { tableOfTimes, timesVariable } from './times.mjs';

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'e2e/node_modules/@playwright/test/cli.js';

/**
 * Runs one proof of each promise, and ends with the line `N passed, N failed`; resolves to the exit
 * code. Each system need and each test counts as one. All failures are repeated before the last
 * line. Arguments go to vitest or Playwright, and only the tests they name run, those of `test:all`
 * among them; `--times` also prints how long each test file took.
 */
export const test = (args) => runTests('test', args);

/** Runs the check and the tests that the other two commands leave out, and ends like `npm test`. */
export const testAll = (args) => runTests('all', args, check);

async function runTests(name, allArgs, before) {
  const args = allArgs.filter((arg) => arg !== '--times');
  const times = args.length < allArgs.length ? reportFile('times.jsonl') : undefined;
  if (times !== undefined) process.env[timesVariable] = times;
  const isWhole = args.length === 0;
  process.env.GOAL_TEST_RUN = isWhole || name === 'all' ? name : '';
  const { forVitest, forPlaywright } = splitFilters(args);
  return runSteps([
    isWhole && before !== undefined && (() => prepare(before)),
    () => prepare(setUp),
    forPlaywright !== undefined && (() => prepare(meetNeeds)),
    // Runs even after a failed check or build: a test file that does not compile fails on its own.
    forVitest !== undefined && (() => runVitest(forVitest)),
    forPlaywright !== undefined && (() => runPlaywright(forPlaywright)),
    times !== undefined && (() => printTimes(times)),
  ]);
}

/**
 * Runs the tests that repeat something, with many more runs than in `npm test`, and those that
 * `npm test` leaves out; then all tests of core and server twice, on each path that `npm test` does
 * not take; then those of the server on each other version of Node. Counts and ends like it, and
 * takes the same filters. `--part` runs one of these parts alone.
 */
export function testLong(args) {
  process.env.GOAL_TEST_RUN = 'long';
  const { parts, filters } = splitParts(args);
  const { forVitest, forPlaywright } = splitFilters(filters);
  const ofVitest = forVitest === undefined ? [] : parts;
  return runSteps([
    () => prepare(setUp),
    () => prepare(meetNeeds),
    ofVitest.includes('units') && (() => runVitest(forVitest)),
    parts.includes('journeys') && forPlaywright !== undefined && (() => runPlaywright(forPlaywright)),
    ...paths.map((path) => ofVitest.includes(path.name) && (() => runOnPath(path, forVitest))),
    ...otherNodes.map(
      (version) => ofVitest.includes(`node${version.split('.')[0]}`) && (() => runOnNode(version, forVitest)),
    ),
  ]);
}

/** How the databases of a whole run work (packages/db/src/testing/path.ts). */
const paths = [
  { name: 'auto', title: 'with plan_cache_mode=auto' },
  { name: 'citus', title: 'on the path for Citus' },
];

async function runOnPath({ name, title }, args) {
  console.log(`The tests of core and server ${title}:`);
  const filters = args.length > 0 ? args : ['packages/core', 'apps/server'];
  return told(title, await runVitest(filters, { GOAL_TEST_RUN: '', GOAL_TEST_PATH: name }));
}

/** The services that these tests start run on the version too. */
async function runOnNode(version, args) {
  const title = `on Node ${version}`;
  console.log(`The tests of the server ${title}:`);
  return orFailure(async () => {
    const node = await nodeOf(version);
    return told(title, await runVitest(args.length > 0 ? args : ['apps/server'], { GOAL_TEST_RUN: '' }, node));
  });
}

/** Prints the counts of one part of the long run, and names it in its failures. */
function told(title, { passed, failed, failures = [] }) {
  console.log(`${title}: ${passed} passed, ${failed} failed`);
  return { passed, failed, failures: failures.map((line) => `${title}: ${line}`) };
}

/** Runs the steps in order and prints the failures and the last line. Resolves to the exit code. */
async function runSteps(steps) {
  const counts = { passed: 0, failed: 0 };
  const allFailures = [];
  for (const step of steps.filter(Boolean)) {
    const { passed, failed, failures = [] } = await step();
    counts.passed += passed;
    counts.failed += failed;
    allFailures.push(...failures);
  }
  for (const line of allFailures) console.log(line);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

function printTimes(file) {
  const lines = existsSync(file) ? tableOfTimes(readFileSync(file, 'utf8'), root) : ['no test ran'];
  for (const line of lines) console.log(line);
  return { passed: 0, failed: 0 };
}

/** Takes pictures of every page into e2e/.screenshots, for people; resolves to the exit code. */
export async function screenshots(args) {
  const { failed } = await prepare(setUp);
  if (failed > 0) return 1;
  await meetNeeds();
  const { code } = await startPlaywright('e2e/screenshots.config.ts', args);
  return code ?? 1;
}

/** Runs a preparation and counts its results. */
function prepare(work) {
  return orFailure(async () => {
    const results = (await work()) ?? [];
    const passed = results.filter(({ ok }) => ok).length;
    const failures = results.filter(({ ok }) => !ok).map(({ name }) => `✗ ${name}`);
    return { passed, failed: results.length - passed, failures };
  });
}

/** Resolves to the counts of `work`. An error is printed and counts as one failure. */
async function orFailure(work) {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Refusal ? error.message : error;
    console.error(message);
    return { passed: 0, failed: 1, failures: [`✗ ${String(message)}`] };
  }
}

async function runVitest(args, env = {}, node = process.execPath) {
  if (!existsSync(at(vitest))) return { passed: 0, failed: 1 };
  const file = reportFile('vitest.json');
  const hooksFile = reportFile('hooks.json');
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--reporter=${at('apps/cli/bin/hook-failures.mjs')}`,
  ];
  const { code } = await run(node, [at(vitest), 'run', ...reporters, ...args], {
    output: 'inherit',
    timeoutSeconds: 7200,
    env: { ...temporaryFolder(), GOAL_HOOK_FAILURES: hooksFile, ...env },
  });
  const report = readReport(file);
  return { ...countVitest(report, code), failures: failuresOfVitest(report, readReport(hooksFile)) };
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
    timeoutSeconds: 1800,
    env: { ...temporaryFolder(), ...env, ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }) },
  });
}

function reportFile(name) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'goal-test-'));
  // On exit instead of after the run, because Ctrl-C can end us in the middle of it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, name);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The run ended before it wrote a report; its exit code counts.
    return undefined;
  }
}
