// Counts the JSON report of a test run (undefined if it wrote none). A test that did not run has
// not passed: skipped tests, todo tests and files that do not load count as failed. So does a run
// that exits with an error, or runs no test at all, without reporting a failure.

/** Counts a vitest run from its report and exit code. */
export function countVitest(report, code) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = report ?? {};
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return judge(numPassedTests, numFailedTests + numPendingTests + numTodoTests + unloaded, code);
}

/** Counts a Playwright run. A test that passed only on a retry counts as failed. */
export function countPlaywright(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return judge(expected, unexpected + flaky + skipped + (report?.errors?.length ?? 0), code);
}

function judge(passed, failed, code) {
  const isSuccess = code === 0 && passed > 0;
  return { passed, failed: failed === 0 && !isSuccess ? 1 : failed };
}
