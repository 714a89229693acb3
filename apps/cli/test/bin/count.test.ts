import { describe, expect, test } from 'vitest';

import { countPlaywright, countVitest } from '../../bin/count.mjs';

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

describe('the last line of npm test, for vitest', () => {
  test('counts the tests that passed', () => {
    expect(countVitest(report, 0)).toEqual({ passed: 3, failed: 0 });
  });
  test('counts the tests that failed', () => {
    expect(countVitest({ ...report, numFailedTests: 2 }, 1)).toEqual({ passed: 3, failed: 2 });
  });
  test('counts a skipped test as failed', () => {
    expect(countVitest({ ...report, numPendingTests: 1 }, 0)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a todo test as failed', () => {
    expect(countVitest({ ...report, numTodoTests: 1 }, 0)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a file that cannot be loaded as failed', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ];
    expect(countVitest({ ...report, testResults }, 1)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a run that exits with an error as failed, even if every test passed', () => {
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a run that was killed before it could report as failed', () => {
    expect(countVitest(undefined, undefined)).toEqual({ passed: 0, failed: 1 });
  });
  test('counts a run without any test as failed', () => {
    expect(countVitest({ ...report, numPassedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('the last line of npm test, for Playwright', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

  test('counts the tests that passed', () => {
    expect(countPlaywright({ stats, errors: [] }, 0)).toEqual({ passed: 3, failed: 0 });
  });
  test('counts failed tests, skipped tests and tests that passed only on a retry as failed', () => {
    const mixed = { ...stats, unexpected: 1, skipped: 2, flaky: 4 };
    expect(countPlaywright({ stats: mixed, errors: [] }, 1)).toEqual({ passed: 3, failed: 7 });
  });
  test('counts an error outside of any test, such as a file that cannot be loaded', () => {
    expect(countPlaywright({ stats, errors: [{ message: 'no such module' }] }, 1)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a run that ended without an exit code as failed, even if every test passed', () => {
    expect(countPlaywright({ stats, errors: [] }, undefined)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a run that was killed before it could report, and one without any test, as failed', () => {
    expect(countPlaywright(undefined, undefined)).toEqual({ passed: 0, failed: 1 });
    expect(countPlaywright({ stats: { ...stats, expected: 0 }, errors: [] }, 0)).toEqual({ passed: 0, failed: 1 });
  });
});
