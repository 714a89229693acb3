// Lists the failures of a test run from its JSON report (undefined if it wrote none): the test's
// name and the first lines of its message. `npm test` repeats them at its end, so that the last
// screen of a long run shows what to fix.

import { stripVTControlCharacters } from 'node:util';

const messageMaxLines = 6;

/** The failures of a vitest run, as lines, with those of hooks (hook-failures.mjs). */
export function failuresOfVitest(report, ofHooks = []) {
  const isOfHook = (name) => ofHooks.some(({ title }) => title.startsWith(`${name} > `));
  return [...ofTests(report, isOfHook), ...ofHooks.flatMap(({ title, message }) => describe(title, message))];
}

function ofTests(report, isOfHook) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return isOfHook(name) ? [] : describe(name, message);
    return failed.flatMap((result) => describe(`${name} > ${result.fullName}`, result.failureMessages?.[0]));
  });
}

/** The failures of a Playwright run, as lines. */
export function failuresOfPlaywright(report) {
  const outside = (report?.errors ?? []).flatMap((error) => describe('outside of any test', error.message));
  return [...outside, ...(report?.suites ?? []).flatMap(failuresOfSuite)];
}

function failuresOfSuite({ suites = [], specs = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.flatMap(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
      return describe(`${file} > ${title}`, errors[0]?.message);
    }),
    ...suites.flatMap(failuresOfSuite),
  ];
}

function describe(title, message) {
  const lines = stripVTControlCharacters(message ?? 'no message')
    .trim()
    .split('\n');
  return [`✗ ${title}`, ...lines.slice(0, messageMaxLines).map((line) => `    ${line.trimEnd()}`)];
}
