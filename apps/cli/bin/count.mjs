// What a run of tests says in its JSON report (undefined where it wrote none), counted. What did not run has not passed: skipped tests and those
// left for later count as failed, so does a file that cannot be loaded, and so does a run that ends badly, or without any test, with no failed
// test to show for it.

/** Counts a run of vitest by its report and its exit code. */
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

/** Counts a run of Playwright by its report and its exit code. A test that passed only when it was tried again counts as failed. */
export function countPlaywright(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return judge(expected, unexpected + flaky + skipped + (report?.errors?.length ?? 0), code);
}

function judge(passed, failed, code) {
  const well = code === 0 && passed > 0;
  return { passed, failed: failed === 0 && !well ? 1 : failed };
}
