// What failed in a run of tests, from its JSON report (undefined where it wrote none): a line for the test and the first lines of what it says.
// `npm test` repeats them at its end, so that a long run's last screen tells what to mend.

import { stripVTControlCharacters } from 'node:util';

const linesOfAMessage = 6;

/** The failures of a run of vitest, as lines. */
export function failuresOfVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return tell(name, message);
    return failed.flatMap((result) => tell(`${name} > ${result.fullName}`, result.failureMessages?.[0]));
  });
}

/** The failures of a run of Playwright, as lines. */
export function failuresOfPlaywright(report) {
  const outside = (report?.errors ?? []).flatMap((error) => tell('outside of any test', error.message));
  return [...outside, ...(report?.suites ?? []).flatMap(failuresOfSuite)];
}

function failuresOfSuite({ suites = [], specs = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.flatMap(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
      return tell(`${file} > ${title}`, errors[0]?.message);
    }),
    ...suites.flatMap(failuresOfSuite),
  ];
}

function tell(title, message) {
  const said = stripVTControlCharacters(message ?? 'no message')
    .trim()
    .split('\n');
  return [`✗ ${title}`, ...said.slice(0, linesOfAMessage).map((line) => `    ${line.trimEnd()}`)];
}
