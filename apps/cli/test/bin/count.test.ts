import { describe, expect, test } from 'vitest';

import { count } from '../../bin/count.mjs';

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

describe('the closing line of npm test', () => {
  test('counts what passed', () => {
    expect(count(report, 0)).toEqual({ passed: 3, failed: 0 });
  });
  test('counts what failed', () => {
    expect(count({ ...report, numFailedTests: 2 }, 1)).toEqual({ passed: 3, failed: 2 });
  });
  test('counts a skipped test as failed', () => {
    expect(count({ ...report, numPendingTests: 1 }, 0)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a test left for later as failed', () => {
    expect(count({ ...report, numTodoTests: 1 }, 0)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a file that cannot be loaded as failed', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ];
    expect(count({ ...report, testResults }, 1)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a run that ended badly as failed, though every test passed', () => {
    expect(count(report, 1)).toEqual({ passed: 3, failed: 1 });
  });
  test('counts a run that was killed before it could report as failed', () => {
    expect(count(undefined, undefined)).toEqual({ passed: 0, failed: 1 });
  });
  test('counts a run without a test as failed', () => {
    expect(count({ ...report, numPassedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  });
});
