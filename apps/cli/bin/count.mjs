/**
 * Counts a run of vitest by its JSON report (undefined where it wrote none) and its exit code. What did not run has not passed: skipped tests
 * and those left for later count as failed, so does a file that cannot be loaded, and so does a run that ends badly, or without any test,
 * with no failed test to show for it.
 */
export function count(report, code) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = report ?? {};
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = numFailedTests + numPendingTests + numTodoTests + unloaded;
  const well = code === 0 && numPassedTests > 0;
  return { passed: numPassedTests, failed: failed === 0 && !well ? 1 : failed };
}
